import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from '../../local/paths.mjs';
import type { Container, Docker } from '../docker.mts';
import { fail, ok, warn } from '../findings.mts';
import type { Check } from '../run.mts';

const PINNED = parseEnv(readFileSync(join(ROOT, 'infra/docker/images.env'), 'utf8'));
const MANY_RESTARTS = 3;

/** Containers run, are healthy, and run what this version of the repository names. */
export const containers: Check = {
  name: 'containers',
  run: async ({ docker }) => {
    const all = await docker.containers();
    if (all.length === 0)
      return [warn('none: the installation is not started', 'npm run compose -- up -d --build --wait')];
    const running = all.filter(({ state }) => state === 'running');
    const problems = [
      ...all.flatMap(problemsOf),
      ...missing(await docker.services(), all),
      ...(await replaced(docker, running)),
    ];
    return problems.length > 0 ? problems : [ok(`${running.length} run, of these images`)];
  },
};

function problemsOf({ service, name, state, health, exitCode, restarts, lasting }: Container) {
  const logs = `npm run compose -- logs --tail 50 ${service}`;
  if (state === 'restarting') return [fail(`${name} ends as soon as it starts`, logs)];
  if (state === 'exited' && exitCode !== 0) return [fail(`${name} ended with ${exitCode}`, logs)];
  if (lasting && state !== 'running') return [fail(`${name} is ${state}`, `npm run compose -- up -d ${service}`)];
  if (state === 'running' && health === 'unhealthy') return [fail(`${name} is not healthy`, logs)];
  if (restarts > MANY_RESTARTS) return [warn(`${name} was restarted ${restarts} times`, logs)];
  return [];
}

function missing(services: string[], all: Container[]) {
  const absent = services.filter((service) => !all.some((one) => one.service === service));
  return absent.length > 0 ? [fail(`not there: ${absent.join(', ')}`, 'npm run compose -- up -d --wait')] : [];
}

/** Images that were built or pulled again after their container started, and images that this version does not pin. */
async function replaced(docker: Docker, running: Container[]) {
  const stale = new Set<string>();
  for (const { service, image, imageId } of running) {
    const now = await docker.imageId(image);
    if (now !== undefined && now !== imageId) stale.add(service);
  }
  const pinned = Object.values(PINNED);
  const foreign = running.filter(({ image }) => !image.startsWith('inkling/') && !pinned.includes(image));
  const advice = 'npm run compose -- up -d --wait';
  return [
    ...(stale.size > 0 ? [warn(`${[...stale].join(', ')}: the image has been replaced since`, advice)] : []),
    ...foreign.map(({ service, image }) => warn(`${service} runs ${image}, which this version does not name`, advice)),
  ];
}
