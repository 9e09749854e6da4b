import { execFile } from 'node:child_process';
import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEBIAN_TOOLS, unpackDebianPackages } from '../local/debian-package.mts';
import { fetchOnce } from '../local/fetch-once.mjs';
import { findProgram } from '../local/find-program.mts';
import { TOOLS } from '../local/paths.mjs';

/**
 * Finds nginx for the tests on the PATH, or fetches it from Debian's package, which is unpacked and not installed.
 * @returns its path; undefined where none can be had
 */
export async function acquireNginx(): Promise<string | undefined> {
  const found = findProgram('nginx');
  if (found || !DEBIAN_TOOLS.every((tool) => findProgram(tool))) return found;
  // An nginx that lacks a library does not run.
  const isComplete = (folder: string) =>
    promisify(execFile)(join(folder, 'nginx'), ['-v'], { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  const fetch = async (folder: string) => {
    await unpackDebianPackages(['nginx'], folder, (root) =>
      rename(join(root, 'usr', 'sbin', 'nginx'), join(folder, 'nginx')),
    );
    await chmod(join(folder, 'nginx'), 0o755);
    if (!(await isComplete(folder))) throw new Error('nginx does not run here');
  };
  return fetchOnce({ tools: TOOLS, name: 'nginx-debian', isComplete, fetch }).then(
    (folder) => join(folder, 'nginx'),
    () => undefined,
  );
}
