/** NATS takes over the permissions of a version by a reload, when they are others than it has. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchFailure } from '../local/failure.mjs';
import type { Project } from './project.mts';

const FILES = ['nats.conf', 'permissions.conf'];
const VARZ = ['wget', '-qO', '-', 'http://127.0.0.1:8222/varz'];
const LOOK_MS = 250;
const LOOKS = 40;

/**
 * NATS reads nothing that it has read already.
 * @returns whether it has read anything
 * @throws {LaunchFailure} when NATS refuses them; it goes on with those that it has
 */
export async function bringPermissions(project: Project): Promise<boolean> {
  const { engine } = project;
  const [nats] = (await project.containers('nats')).filter(({ running }) => running);
  const name = nats?.name ?? 'nats';
  const readAt = async () => Date.parse(JSON.parse(await engine.look('exec', name, ...VARZ)).config_load_time);
  const before = await readAt();
  const written = Math.max(...FILES.map((file) => statSync(join(engine.folder, 'infra/nats', file)).mtimeMs));
  if (written <= before) return false;
  await engine.changeCompose('kill', '-s', 'HUP', 'nats');
  if (engine.dryRun) return true;
  for (let look = 0; look < LOOKS; look += 1) {
    if ((await readAt()) > before) return true;
    await delay(LOOK_MS);
  }
  throw new LaunchFailure(
    'NATS does not take its new permissions; it goes on with the old ones, and no service was replaced. ' +
      'If a user is new: npm run deploy -- --data',
    { detail: await project.lastLines(nats?.id ?? name) },
  );
}
