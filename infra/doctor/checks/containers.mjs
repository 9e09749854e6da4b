import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from '../../local/paths.mjs';
import { fail, ok, warn } from '../findings.mjs';

const PINNED = parseEnv(readFileSync(join(ROOT, 'infra/docker/images.env'), 'utf8'));
const MANY_RESTARTS = 3;

/** Containers run, are healthy, and run what this version of the repository names. */
export const containers = {
  name: 'containers',
  run: async ({ docker }) => {
    const all = await docker.containers();
    if (all.length === 0)
      return [warn('none: the installation is not started', 'npm run compose -- up -d --build --wait')];
    const problems = [...all.flatMap(problemsOf), ...missing(await docker.services(), all)];
    const old = await replaced(docker, all);
    const running = all.filter(({ state }) => state === 'running').length;
    return [
      ...problems,
      ...old,
      ...(problems.length + old.length === 0 ? [ok(`${running} run, of these images`)] : []),
    ];
  },
};

function problemsOf({ service, name, state, health, exitCode, restarts, lasting }) {
  const logs = `npm run compose -- logs --tail 50 ${service}`;
  if (state === 'restarting') return [fail(`${name} ends as soon as it starts`, logs)];
  if (state === 'exited' && exitCode !== 0) return [fail(`${name} ended with ${exitCode}`, logs)];
  if (lasting && state !== 'running') return [fail(`${name} is ${state}`, `npm run compose -- up -d ${service}`)];
  if (state === 'running' && health === 'unhealthy') return [fail(`${name} is not healthy`, logs)];
  if (restarts > MANY_RESTARTS) return [warn(`${name} was restarted ${restarts} times`, logs)];
  return [];
}

function missing(services, all) {
  const away = services.filter((service) => !all.some((one) => one.service === service));
  return away.length > 0 ? [fail(`not there: ${away.join(', ')}`, 'npm run compose -- up -d --wait')] : [];
}

/** Containers whose image has been rebuilt or pulled since they started, or is not the one that this version pins. */
async function replaced(docker, all) {
  const running = all.filter(({ state }) => state === 'running');
  const stale = [];
  for (const { service, image, imageId } of running) {
    const now = await docker.imageId(image);
    if (now !== undefined && now !== imageId) stale.push(service);
  }
  const pinned = new Set(Object.values(PINNED));
  const foreign = running.filter(({ image }) => !image.startsWith('inkling/') && !pinned.has(image));
  const advice = 'npm run compose -- up -d --wait';
  return [
    ...(stale.length > 0 ? [warn(`${[...new Set(stale)].join(', ')}: the image has been replaced since`, advice)] : []),
    ...foreign.map(({ service, image }) => warn(`${service} runs ${image}, which this version does not name`, advice)),
  ];
}
