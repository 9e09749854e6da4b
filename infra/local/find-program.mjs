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

/** @returns {string[]} the folders in which programs are looked for, in this order */
export const programFolders = () => [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...MORE_FOLDERS];

/**
 * @param {string} name
 * @param {readonly string[]} [folders]
 * @returns {string | undefined} the program's path
 */
export const findProgram = (name, folders = programFolders()) =>
  folders.map((folder) => join(folder, name)).find(isExecutable);

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
