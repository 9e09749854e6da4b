import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program.mjs';

const run = promisify(execFile);

/** Programs without which `unpackDebianPackage` does not work. */
export const DEBIAN_TOOLS = ['apt-get', 'dpkg'];

/**
 * Downloads a package of Debian or Ubuntu and unpacks it, without installing it: apt with lists and a cache of its own
 * needs neither root nor the system's locks. What it depends on is not fetched.
 * @template T
 * @param {string} name
 * @param {string} tools a folder of it, `apt`, is used and removed
 * @param {(root: string) => Promise<T>} take takes out of the unpacked package what is wanted
 * @param {{ find?: (program: string) => string | undefined, signal?: AbortSignal }} [options] `find`: a program's path
 * @returns {Promise<T>} what `take` gives
 */
export async function unpackDebianPackage(name, tools, take, { find = findProgram, signal } = {}) {
  const folder = join(tools, 'apt');
  const lists = join(folder, 'lists');
  const cache = join(folder, 'cache');
  await mkdir(join(lists, 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  const own = [`Dir::State::Lists=${lists}`, `Dir::Cache=${cache}`, 'Debug::NoLocking=1', 'APT::Sandbox::User='];
  const options = ['-qq', ...own.flatMap((option) => ['-o', option])];
  const apt = (...args) =>
    run(find('apt-get') ?? 'apt-get', [...options, ...args], { cwd: folder, signal, timeout: 180_000 });
  try {
    await apt('update');
    await apt('download', name);
    const archive = (await readdir(folder)).find((file) => file.endsWith('.deb'));
    if (!archive) throw new Error('nothing was downloaded');
    await run(find('dpkg') ?? 'dpkg', ['-x', join(folder, archive), join(folder, 'root')]);
    return await take(join(folder, 'root'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
