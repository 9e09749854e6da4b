import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program.mts';

const run = promisify(execFile);

/** Programs without which `unpackDebianPackages` does not work. */
export const DEBIAN_TOOLS = ['apt-get', 'dpkg'];

/**
 * Downloads packages of Debian or Ubuntu, without their dependencies, and unpacks them into one folder without
 * installing them. With its own lists and cache, apt needs neither root nor the system's locks.
 * @param tools its subfolder `apt` is used and then removed
 * @param take moves the needed files out of the unpacked packages
 * @param options `find`: a program's path
 * @returns what `take` gives
 */
export async function unpackDebianPackages<T>(
  names: readonly string[],
  tools: string,
  take: (root: string) => Promise<T>,
  { find = findProgram, signal }: { find?: (program: string) => string | undefined; signal?: AbortSignal } = {},
): Promise<T> {
  const folder = join(tools, 'apt');
  const lists = join(folder, 'lists');
  const cache = join(folder, 'cache');
  await mkdir(join(lists, 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  const own = [`Dir::State::Lists=${lists}`, `Dir::Cache=${cache}`, 'Debug::NoLocking=1', 'APT::Sandbox::User='];
  const options = ['-qq', ...own.flatMap((option) => ['-o', option])];
  const apt = (...args: string[]) =>
    run(find('apt-get') ?? 'apt-get', [...options, ...args], { cwd: folder, signal, timeout: 180_000 });
  try {
    await apt('update');
    await apt('download', ...names);
    const archives = (await readdir(folder)).filter((file) => file.endsWith('.deb'));
    if (archives.length < names.length) throw new Error('not everything was downloaded');
    for (const archive of archives)
      await run(find('dpkg') ?? 'dpkg', ['-x', join(folder, archive), join(folder, 'root')], { signal });
    return await take(join(folder, 'root'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
