/** Folders of the servers that a test process starts. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopLeftovers } from '../local/children.mts';
import { identify, isRunning } from '../local/process-identity.mjs';
import { TEST_DATA } from './shared-postgres.mts';

const STACKS = join(TEST_DATA.root, 'stacks');

/** @returns a new folder that names this process as its owner, with folders for logs and run files */
export function createStackFolder(): { root: string; folders: { logs: string; run: string } } {
  const root = join(STACKS, `${process.pid}-${randomBytes(4).toString('hex')}`);
  const folders = { logs: join(root, 'logs'), run: join(root, 'run') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'owner.json'), JSON.stringify(identify(process.pid)));
  return { root, folders };
}

/** Stops the servers of killed test processes and removes their folders. */
export async function sweepForgottenStacks(): Promise<void> {
  if (!existsSync(STACKS)) return;
  for (const name of readdirSync(STACKS)) {
    const root = join(STACKS, name);
    let owner;
    try {
      owner = JSON.parse(readFileSync(join(root, 'owner.json'), 'utf8'));
    } catch {
      // Another process is creating it.
      continue;
    }
    if (isRunning(owner)) continue;
    try {
      if (existsSync(join(root, 'run'))) await stopLeftovers(join(root, 'run'), []);
      rmSync(root, { recursive: true, force: true });
    } catch {
      // Another process removes it as well; the next run removes the rest.
    }
  }
}
