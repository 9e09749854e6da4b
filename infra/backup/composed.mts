import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv, promisify } from 'node:util';
import { passwordsFrom, prepareDatabase } from '../local/databases.mts';
import { LaunchFailure, codeOf, reasonOf } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { connect } from '../local/postgres.mts';
import { checkEvents, deleteStreams } from './events.mts';
import type { Installation } from './installations.mts';
import { checkObjects, objectsFrom, type Environment } from './object-stores.mts';
import { nodeInside, openTunnel } from './tunnel.mts';

/** The services that hold data. */
const NEEDED = { backup: ['postgres', 's3'], restore: ['postgres', 'nats', 's3'] };
const WAIT_SECONDS = 180;
const COMMAND_MS = (WAIT_SECONDS + 60) * 1_000;
const BUILD_MS = 30 * 60_000;
const OUTPUT_BYTES = 16 * 2 ** 20;

/** Arguments by which docker finds the installation whose variables are in a file. */
export const composeArguments = (envFile: string) => [
  'compose',
  '--env-file',
  'infra/docker/images.env',
  '--env-file',
  envFile,
];

/**
 * The installation of docker-compose.yml, whose network cannot be reached from outside.
 * @param options `restoring`: start what a restore needs and does not run
 * @throws {LaunchFailure} when it is not there, with what to do
 */
export async function composedInstallation({
  envFile,
  services,
  restoring,
  report,
}: {
  envFile: string;
  services: readonly string[];
  restoring: boolean;
  report: (line: string) => void;
}): Promise<Installation> {
  if (!existsSync(envFile))
    throw new LaunchFailure(`There is no ${envFile}: restore the one of the installation that was backed up.`);
  const env = parseEnv(readFileSync(envFile, 'utf8'));
  const passwords = passwordsFrom(env, services);
  if (!passwords || !env.POSTGRES_PASSWORD)
    throw new LaunchFailure(`${envFile} lacks passwords of the database: npm run secrets`);
  const compose = composeArguments(envFile);
  await findImage(compose, { ...env, ...process.env }, restoring, report);
  await findServices(compose, restoring, report);
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
  const objects = objectsFrom({ ...env, S3_ENDPOINT: inside ? `http://${s3}` : env.S3_ENDPOINT }, '');
  return {
    name: 'the composed installation',
    connect: () => connect(ownerUrl),
    prepare: () => prepareDatabase(ownerUrl, passwords, { ownServer: true }),
    objects,
    check: async () => {
      await checkEvents(events);
      await checkObjects(objects);
    },
    deleteEvents: () => deleteStreams(events),
    close: async () => tunnels.forEach((tunnel) => tunnel.close()),
  };
}

/** The image through which everything in the network is reached. */
async function findImage(compose: string[], env: Environment, restoring: boolean, report: (line: string) => void) {
  await docker(['version', '--format', '{{.Server.Version}}'], 'The docker engine does not answer');
  const image = `${env.INKLING_IMAGES || 'inkling'}/admin:${env.INKLING_VERSION || 'local'}`;
  const found = await docker(['image', 'inspect', image]).then(
    () => true,
    () => false,
  );
  if (found) return;
  // Without INKLING_IMAGES there is no registry, and the name may be somebody else's in a public one.
  const get = env.INKLING_IMAGES ? 'pull' : 'build';
  if (!restoring)
    throw new LaunchFailure(`There is no image ${image} to reach the database with: npm run compose -- ${get} streams`);
  report(`To reach the database: ${get} ${image} ...`);
  await docker([...compose, get, 'streams'], `npm run compose -- ${get} streams fails`, BUILD_MS);
}

/** The services that hold data; a restore starts those that do not run. */
async function findServices(compose: string[], restoring: boolean, report: (line: string) => void) {
  const look = [...compose, 'ps', '--status', 'running', '--services'];
  const running = (await docker(look, 'The composed installation cannot be looked at')).split('\n');
  const missing = NEEDED[restoring ? 'restore' : 'backup'].filter((name) => !running.includes(name));
  if (missing.length === 0) return;
  const [list, names] = [missing.join(', '), missing.join(' ')];
  if (!restoring) throw new LaunchFailure(`Not running: ${list}. Start it: npm run compose -- up -d --wait ${names}`);
  report(`Starting ${list} ...`);
  const up = ['up', '-d', '--wait', '--wait-timeout', String(WAIT_SECONDS), ...missing];
  await docker([...compose, ...up], `${list} did not start; npm run compose -- logs ${names} says why`);
}

/**
 * Runs docker in the repository's folder.
 * @param failure what to say when it fails
 * @returns what it printed
 * @throws {LaunchFailure}
 */
export async function docker(args: string[], failure = 'docker failed', timeout = COMMAND_MS): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('docker', args, { cwd: ROOT, timeout, maxBuffer: OUTPUT_BYTES });
    return stdout.trim();
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') throw new LaunchFailure('There is no docker on the PATH.', { cause });
    const { stderr } = cause as { stderr?: string };
    throw new LaunchFailure(`${failure}.`, { detail: stderr || reasonOf(cause), cause });
  }
}
