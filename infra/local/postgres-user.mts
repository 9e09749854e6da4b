import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LaunchFailure } from './failure.mjs';

/** How to run a program that refuses root. */
export interface RunAs {
  uid?: number;
  gid?: number;
  wrap: (
    command: string,
    args: string[],
  ) => { command: string; args: string[]; uid?: number; gid?: number; cwd: string };
}

/** Capabilities to pass through closed folders; containers often have only the second. */
const PASSING_CAPABILITIES = ['dac_read_search', 'dac_override'];

/**
 * The user that PostgreSQL runs as: the current one, or an ordinary one if that is root, which PostgreSQL refuses.
 * @param dataFolder PostgreSQL's own data folder; it need not exist
 * @param initdb its program that creates such a folder
 * @throws {LaunchFailure} when root has no way to run it
 */
export function postgresUser(dataFolder: string, initdb: string): RunAs {
  const cwd = dirname(dataFolder);
  if (process.getuid?.() !== 0) return { wrap: (command, args) => ({ command, args, cwd }) };
  const owner = ownerOf(dataFolder) ?? findUser();
  const plain: RunAs['wrap'] = (command, args) => ({ command, args, ...owner, cwd: '/' });
  if (canRun(plain, initdb, cwd)) return { ...owner, wrap: plain };

  // The clone or the data lie in a closed folder such as /root. PostgreSQL checks its programs with access(), which
  // respects the capabilities of an ordinary user only with the securebit.
  for (const capability of PASSING_CAPABILITIES) {
    const passing: RunAs['wrap'] = (command, args) => ({
      command: 'setpriv',
      args: [
        `--reuid=${owner.uid}`,
        `--regid=${owner.gid}`,
        '--clear-groups',
        `--inh-caps=+${capability}`,
        `--ambient-caps=+${capability}`,
        '--securebits=+no_setuid_fixup',
        '--',
        command,
        ...args,
      ],
      cwd: '/',
    });
    if (canRun(passing, initdb, cwd)) return { ...owner, wrap: passing };
  }
  throw new LaunchFailure(
    `PostgreSQL does not run as root, and another user cannot reach ${cwd}: start as an ordinary user, ` +
      'move the clone and DATA_DIR out of closed folders, or set DATABASE_URL.',
  );
}

/** The owner of existing data, which stays its owner. */
function ownerOf(folder: string) {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

/** The user `postgres`, created when it is missing, or else `nobody`. */
function findUser() {
  const postgres = userIds('postgres');
  if (postgres) return postgres;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
    stdio: 'ignore',
  });
  const found = userIds('postgres') ?? userIds('nobody');
  if (!found)
    throw new LaunchFailure(
      'PostgreSQL does not run as root, and this system has no other user for it: ' +
        'create one named postgres, or set DATABASE_URL.',
    );
  return found;
}

function userIds(name: string) {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/**
 * Tries it, rather than guess from modes, access lists and mounts: `--show` looks at all that initdb needs and
 * changes nothing.
 */
function canRun(wrap: RunAs['wrap'], initdb: string, folder: string) {
  mkdirSync(folder, { recursive: true });
  const { command, args, ...options } = wrap('/bin/sh', [
    '-c',
    'cd "$1" && exec "$2" --show --pgdata="$1"',
    'sh',
    folder,
    initdb,
  ]);
  return spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0;
}
