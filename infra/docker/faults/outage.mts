/** One part is stopped and started again while people use the rest. */
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '../../secrets/variables.mts';
import { DEADLINE_MS, probe, recovered, routesOf, saysUnavailable } from './probes.mts';
import type { Project } from './project.mts';
import type { Crowd } from './crowd.mts';
import type { Row } from './table.mts';

const LEAD_MS = 3_000;
/** Long enough to notice requests that wait some seconds for the missing part. */
const AWAY_MS = 9_000;
const RECOVERY_MS = 60_000;
const TRAFFIC_MS = 40_000;

export async function outage(
  part: string,
  project: Project,
  crowd: Crowd,
  { origin, kill, ids }: { origin: string; kill: boolean; ids: { user: number; poll: number; media: string } },
): Promise<{ row: Row; faults: string[] }> {
  const faults = [];
  const [reader] = await crowd.people();
  const cookie = reader?.cookie ?? '';
  const routes = routesOf(part, ids);
  const containers = await project.containers(part, { running: true });
  const ended = await crowd.traffic(TRAFFIC_MS);
  await delay(LEAD_MS);
  await project.stop(containers, kill);
  const awayAt = Date.now();

  const answers = [];
  let health = await healthOf(part, project, origin);
  while (Date.now() - awayAt < AWAY_MS) {
    const round = await Promise.all(routes.map(async (path) => ({ path, ...(await probe(origin, path, cookie)) })));
    answers.push(...round);
    health = await healthOf(part, project, origin);
    await delay(500);
  }
  for (const answer of answers) {
    if (!saysUnavailable(answer))
      faults.push(
        `${part} away: GET ${answer.path.replace(/\/\d+/g, '/:id')} was answered ${answer.status} ` +
          `after ${Math.round(answer.ms)} ms, not 503 within ${DEADLINE_MS} ms`,
      );
  }
  faults.push(...health.faults.map((fault) => `${part} away: ${fault}`));

  const backAt = Date.now();
  await project.start(containers);
  const recovery = await recovered(origin, [...routes, '/health/ready'], cookie, RECOVERY_MS);
  if (recovery === undefined) faults.push(`${part}: not recovered ${RECOVERY_MS / 1_000} s after its start`);
  await project.healthy(containers);
  const outcome = await ended();
  if (outcome.wrong > 0)
    faults.push(
      `${part}: ${outcome.wrong} requests of k6 failed otherwise than by a 503 in the API's shape: ` +
        outcome.reasons.slice(0, 3).join('; '),
    );
  return {
    row: {
      part,
      'seconds down': ((backAt - awayAt) / 1_000).toFixed(1),
      requests: outcome.requests,
      'failed during': outcome.wrong,
      '503s': outcome.unavailable,
      'longest answer': `${(Math.max(outcome.longest, ...answers.map(({ ms }) => ms)) / 1_000).toFixed(1)} s`,
      ready: health.ready,
      live: health.live,
      'recovered after': recovery === undefined ? 'never' : `${(recovery / 1_000).toFixed(1)} s`,
    },
    faults: [...new Set(faults)],
  };
}

/**
 * Checks the health routes: the gateway's through nginx, and the services' in their containers when the missing part
 * is one that all of them need.
 */
async function healthOf(part: string, project: Project, origin: string) {
  const faults = [];
  if (part === 'gateway') {
    const nginx = await probe(origin, '/health/nginx');
    if (nginx.status !== 200) faults.push(`nginx itself is not well (${nginx.status})`);
    return { ready: '-', live: '-', faults };
  }
  const [ready, live] = await Promise.all([probe(origin, '/health/ready'), probe(origin, '/health/live')]);
  if (ready.status !== 503) faults.push(`the gateway's /health/ready is ${ready.status}, not 503`);
  if (live.status !== 200) faults.push(`the gateway's /health/live is ${live.status}`);
  if (part === 'nats' || part === 'postgres') {
    for (const service of SERVICES) {
      const [container] = await project.containers(service, { running: true });
      if (!container) {
        faults.push(`${service} has ended`);
        continue;
      }
      const [own, alive] = await Promise.all([
        project.ask(container, '/health/ready'),
        project.ask(container, '/health/live'),
      ]);
      if (own.status !== 503) faults.push(`${service}'s /health/ready is ${own.status}, not 503`);
      if (alive.status !== 200) faults.push(`${service}'s /health/live is ${alive.status}`);
    }
  }
  return { ready: ready.status === 200 ? 'green' : 'red', live: live.status === 200 ? 'green' : 'red', faults };
}
