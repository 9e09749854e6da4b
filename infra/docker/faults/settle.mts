/** After all faults: events have arrived, counters equal rows, and there are no dead letters. */
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '../../secrets/variables.mts';
import type { Project } from './project.mts';

const SETTLED_MS = 90_000;
const WAITING =
  /^(inkling_outbox_size|inkling_consumer_pending|inkling_consumer_ack_pending)(?:\{[^}]*\})? (\d+(?:\.\d+)?)$/gm;

/** @returns what is wrong, one line each */
export async function settled(project: Project): Promise<string[]> {
  const faults = [];
  const deadline = Date.now() + SETTLED_MS;
  for (;;) {
    const waiting = await Promise.all(
      SERVICES.map(async (service) => ({ service, events: await waitingIn(project, service) })),
    );
    const late = waiting.filter(({ events }) => events !== 0);
    if (late.length === 0) break;
    if (Date.now() > deadline) {
      faults.push(
        `events still wait after ${SETTLED_MS / 1_000} s: ` +
          late.map(({ service, events }) => `${service} ${events ?? 'does not say'}`).join(', '),
      );
      break;
    }
    await delay(1_000);
  }
  const counts = await project.admin('recount');
  const corrected = [...counts.matchAll(/^(\w+): (\d+) checked, (\d+) corrected$/gm)];
  if (corrected.length !== 3) faults.push(`recount said: ${counts}`);
  for (const [, what, , times] of corrected)
    if (times !== '0') faults.push(`${times} counters of ${what} did not equal their rows`);
  const letters = await project.admin('dead-letters');
  if (!letters.includes('No event has been given up.')) faults.push(`there are dead letters: ${letters}`);
  console.log(`Recount: ${corrected.map(([line]) => line).join('; ')}. ${letters.trim().split('\n').at(-1)}`);
  return faults;
}

/** How many events a service has not published or not consumed yet. */
async function waitingIn(project: Project, service: string) {
  const [container] = await project.containers(service, { running: true });
  if (!container) return undefined;
  const { status, body } = await project.ask(container, '/metrics');
  if (status !== 200) return undefined;
  return [...body.matchAll(WAITING)].reduce((sum, [, , value]) => sum + Number(value), 0);
}
