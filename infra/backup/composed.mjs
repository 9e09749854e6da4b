import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv, promisify } from 'node:util';
import { passwordsFrom, prepareDatabase } from '../local/databases.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { connect } from '../local/postgres.mts';
import { checkEvents, deleteStreams } from './events.mjs';
import { checkObjects, objectsFrom } from './object-stores.mjs';
import { nodeInside, openTunnel } from './tunnel.mjs';

/** What keeps data. */
const NEEDED = { backup: ['postgres', 's3'], restore: ['postgres', 'nats', 's3'] };
const WAIT_SECONDS = 180;
const BUILD_MS = 30 * 60_000;
const LIMITS = { timeout: (WAIT_SECONDS + 60) * 1_000, maxBuffer: 16 * 2 ** 20 };

/** What names the installation to docker. @param {string} envFile of its variables */
export const composeArguments = (envFile) => [
  'compose',
  '--env-file',
  'infra/docker/images.env',
  '--env-file',
  envFile,
];

/**
 * The installation of docker-compose.yml, whose network nobody reaches from outside. To restore, what it needs is
 * started.
 * @param {{ envFile: string, services: readonly string[], restoring: boolean, report: (line: string) => void }} options
 * @returns {Promise<import('./installations.mjs').Installation>}
 * @throws {LaunchFailure} when it is not there, with what to do
 */
export async function composed({ envFile, services, restoring, report }) {
  if (!existsSync(envFile))
    throw new LaunchFailure(`There is no ${envFile}: put back the one of the installation that was backed up.`);
  const env = parseEnv(readFileSync(envFile, 'utf8'));
  const passwords = passwordsFrom(env, services);
  if (!passwords || !env.POSTGRES_PASSWORD)
    throw new LaunchFailure(`${envFile} lacks passwords of the database: npm run secrets`);
  const compose = composeArguments(envFile);
  await bringUp({ compose, env: { ...env, ...process.env }, restoring, report });
  const command = nodeInside(compose);
  const tunnels = await Promise.all([
    openTunnel('postgres', 5432, command),
    openTunnel('nats', 4222, command),
    openTunnel('s3', 9000, command),
  ]);
  const [postgres, nats, s3] = tunnels.map(({ port }) => `127.0.0.1:${port}`);
  const ownerUrl = `postgres://inkling:${encodeURIComponent(env.POSTGRES_PASSWORD)}@${postgres}/inkling`;
  const events = { servers: `nats://${nats}`, user: 'admin', pass: env.NATS_PASSWORD_ADMIN };
  const inside = !env.S3_ENDPOINT || new URL(env.S3_ENDPOINT).hostname === 's3';
  const objects = await objectsFrom({ ...env, S3_ENDPOINT: inside ? `http://${s3}` : env.S3_ENDPOINT }, '');
  return {
    name: 'the composed installation',
    connect: () => connect(ownerUrl),
    prepare: () => prepareDatabase(ownerUrl, passwords, { ownServer: true }),
    objects,
    check: async () => {
      await checkEvents(events);
      await checkObjects(objects);
    },
    forgetEvents: () => deleteStreams(events),
    close: async () => tunnels.forEach((tunnel) => tunnel.close()),
  };
}

async function bringUp({ compose, env, restoring, report }) {
  await docker(['version', '--format', '{{.Server.Version}}'], 'The docker engine does not answer');
  const image = `${env.INKLING_IMAGES || 'inkling'}/admin:${env.INKLING_VERSION || 'local'}`;
  if (
    !(await docker(['image', 'inspect', image]).then(
      () => true,
      () => false,
    ))
  ) {
    // Without a registry of one's own it is built: elsewhere the name may be somebody else's.
    const get = env.INKLING_IMAGES ? 'pull' : 'build';
    if (!restoring)
      throw new LaunchFailure(
        `There is no image ${image} to reach the database with: npm run compose -- ${get} streams`,
      );
    report(`To reach the database: ${get} ${image} ...`);
    await docker([...compose, get, 'streams'], `npm run compose -- ${get} streams fails`, {
      ...LIMITS,
      timeout: BUILD_MS,
    });
  }
  const running = (
    await docker(
      [...compose, 'ps', '--status', 'running', '--services'],
      'The composed installation cannot be looked at',
    )
  ).split('\n');
  const away = NEEDED[restoring ? 'restore' : 'backup'].filter((name) => !running.includes(name));
  if (away.length === 0) return;
  const [list, names] = [away.join(', '), away.join(' ')];
  if (!restoring) throw new LaunchFailure(`Not running: ${list}. Start it: npm run compose -- up -d --wait ${names}`);
  report(`Starting ${list} ...`);
  const up = ['up', '-d', '--wait', '--wait-timeout', String(WAIT_SECONDS), ...away];
  await docker([...compose, ...up], `${list} did not start; npm run compose -- logs ${names} says why`);
}

/**
 * Runs docker in the repository's folder.
 * @param {string[]} args
 * @param {string} [failure] what to say when it fails
 * @param {import('node:child_process').ExecFileOptions} [limits]
 * @returns {Promise<string>} what it printed
 * @throws {LaunchFailure}
 */
export async function docker(args, failure = 'docker failed', limits = LIMITS) {
  try {
    return (await promisify(execFile)('docker', args, { cwd: ROOT, ...limits })).stdout.trim();
  } catch (cause) {
    if (cause.code === 'ENOENT') throw new LaunchFailure('There is no docker on the PATH.', { cause });
    throw new LaunchFailure(`${failure}.`, { detail: cause.stderr || cause.message, cause });
  }
}
