/** What a deploy has to remember for the one that goes on when it was killed: which containers were there before it. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LaunchFailure, codeOf } from '../local/failure.mjs';
import type { Red } from './project.mts';

export interface Memory {
  startedAt: string;
  /** Service -> ids of the containers that ran before, of services that change. */
  old: Record<string, string[]>;
  /** Service -> ids of those that were there and did not run. */
  kept?: Record<string, string[]>;
  /** What was not ready before. */
  red?: Red;
  /** Whether no other version was brought, so that the tag `previous` is of an older one. */
  same?: boolean;
  /** Whether it went back, so that what ran before is the version of `.env`. */
  back?: boolean;
  /** Whether pages and nginx may be those of the new version. */
  laid?: boolean;
}

/**
 * Paths of files.
 * @param folder of the checkout
 */
export function deployPaths(folder: string, project: string) {
  const at = (name: string) => join(folder, '.data', 'deploy', name);
  return { memory: at(`${project}.json`), lock: at(`${project}.lock`), backups: join(folder, '.data', 'backups') };
}

/** @returns undefined when the last deploy came to its end */
export async function recall(path: string): Promise<Memory | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new LaunchFailure(
      `${path} cannot be read: look at docker ps, bring back what is missing, and delete the file.`,
      { cause: error },
    );
  }
}

export async function remember(path: string, memory: Memory) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(memory));
  await rename(`${path}.new`, path);
}

export const forget = (path: string) => rm(path, { force: true });
