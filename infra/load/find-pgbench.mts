/** Finds pgbench: PostgreSQL's folders, the PATH, or Debian's package unpacked into a folder without installing it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** Where a folder like Debian's keeps the newest pgbench. */
function newestIn(folder: string) {
  if (!existsSync(folder)) return null;
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(folder, version, 'bin', 'pgbench')).find(existsSync) ?? null;
}

/**
 * @param folder where a downloaded package goes, and is found the next time
 * @returns path of pgbench
 * @throws when it can be had in none of the ways; the message says what to install
 */
export function findPgbench(folder: string): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((entry) => join(entry, 'pgbench'));
  const unpacked = join(folder, 'pgbench');
  return (
    newestIn(DEBIAN_FOLDER) ?? onPath.find(existsSync) ?? newestIn(join(unpacked, DEBIAN_FOLDER)) ?? download(unpacked)
  );
}

export function download(folder: string): string {
  for (const name of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, name), { recursive: true });
  const options = [
    `Dir::State::Lists=${folder}/lists`,
    `Dir::Cache=${folder}/cache`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  const apt = (tool: string, ...args: string[]) =>
    execFileSync(tool, [...options, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    });
  try {
    apt('apt-get', '-q', 'update');
    const server = /^ +Depends: (postgresql-\d+)$/m.exec(apt('apt-cache', 'depends', 'postgresql'))?.[1];
    if (!server) throw new Error('no package postgresql-<version>');
    apt('apt-get', '-q', 'download', server);
    const file = readdirSync(folder).find((name) => name.startsWith(server) && name.endsWith('.deb'));
    execFileSync('dpkg', ['-x', join(folder, file ?? ''), folder]);
    const found = newestIn(join(folder, DEBIAN_FOLDER));
    if (found) return found;
    throw new Error(`${server} has no pgbench`);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    throw new LaunchFailure(
      "pgbench is needed for the comparison: install PostgreSQL's client programs (Debian: postgresql), or put " +
        `pgbench on the PATH. Downloading it failed: ${reason}`,
    );
  }
}
