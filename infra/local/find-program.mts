import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Places where packages put programs, which an ordinary user's PATH often lacks. */
const MORE_FOLDERS = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  join(homedir(), 'go', 'bin'),
];

/** @returns the folders in which programs are looked for, in this order */
export const programFolders = (): string[] => [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ...MORE_FOLDERS,
];

/** @returns the program's path */
export const findProgram = (name: string, folders: readonly string[] = programFolders()): string | undefined =>
  folders.map((folder) => join(folder, name)).find(isExecutable);

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
