import { join } from 'node:path';
import { LaunchFailure } from './failure.mjs';
import { ROOT } from './paths.mjs';

/**
 * What a start was asked to do.
 * @typedef {object} LaunchOptions
 * @property {'one' | 'processes' | 'dev'} mode
 * @property {number} port of the gateway
 * @property {string} host where the gateway listens
 * @property {string} dataFolder
 * @property {boolean} showLogs
 */

/** Push services want to know whom to write to; an operator gives a real address in WEB_PUSH_CONTACT. */
const PUSH_CONTACT = 'mailto:operator@inkling.invalid';

export const USAGE = `Usage: npm start [-- --processes]    npm run dev

  --processes  one process per service, each with health and metrics on PORT+1, PORT+2, ...; the gateway's come last
  --dev        the same, rebuilt and restarted on every change, with the Vite server in front

Environment: PORT (8080), HOST (127.0.0.1), DATA_DIR (.data), DATABASE_URL, NATS_URL, LOG=1 (all logs on the terminal).`;

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {LaunchOptions}
 * @throws {LaunchFailure} for an unknown option or a bad port
 */
export function readOptions(args, env) {
  const unknown = args.find((arg) => !['--processes', '--dev'].includes(arg));
  if (unknown) throw new LaunchFailure(`Unknown option ${unknown}. See npm start -- --help.`);
  const port = Number(env.PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_000)
    throw new LaunchFailure(`PORT is ${env.PORT}: it must be a number from 1 to 65000.`);
  return {
    mode: args.includes('--dev') ? 'dev' : args.includes('--processes') ? 'processes' : 'one',
    port,
    host: env.HOST || '127.0.0.1',
    dataFolder: env.DATA_DIR || '.data',
    showLogs: env.LOG === '1',
  };
}

/**
 * The name under which a browser on this machine finds the gateway: loopback listens on both families as `localhost`.
 * @param {string} host
 */
export const listenHost = (host) => (host === '127.0.0.1' || host === '::1' ? 'localhost' : host);

/**
 * Where the gateway's metrics are when every service has a process of its own.
 * @param {number} port of the gateway
 * @param {string[]} services
 */
export const opsPort = (port, services) => port + 1 + services.length;

/**
 * @param {string} host
 * @param {number} port
 * @returns {string} an address that works in a browser on this machine
 */
export function browserOrigin(host, port) {
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'];
  const name = everywhere.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * The environment of every service: what the person set, with the addresses and secrets of this instance.
 * @param {object} parts
 * @param {LaunchOptions} parts.options
 * @param {string[]} parts.services
 * @param {Record<string, string>} parts.databaseUrls
 * @param {{ url: string, user?: string, password?: string }} parts.nats
 * @param {string} parts.sessionSecret
 * @param {{ publicKey: string, privateKey: string }} parts.webPush
 * @param {import('./paths.mjs').DataPaths} parts.paths
 * @param {string} [parts.publicOrigin] where browsers come in, when that is not the gateway itself
 * @param {NodeJS.ProcessEnv} [parts.given]
 * @returns {Record<string, NodeJS.ProcessEnv>} keyed by service name, with `gateway`
 */
export function serviceEnvironments({
  options,
  services,
  databaseUrls,
  nats,
  sessionSecret,
  webPush,
  paths,
  publicOrigin,
  given = process.env,
}) {
  const origin = browserOrigin(options.host, options.port);
  const own = [publicOrigin, origin, `http://localhost:${options.port}`, `http://127.0.0.1:${options.port}`].filter(
    Boolean,
  );
  const common = {
    ...given,
    DATABASE_URL: undefined,
    HTTP_PORT: undefined,
    HTTP_HOST: '127.0.0.1',
    OPS_PORT: undefined,
    // Nothing stands in front that would go elsewhere meanwhile.
    DRAIN_MS: undefined,
    NATS_URL: nats.url,
    ...(nats.user ? { NATS_USER: nats.user, NATS_PASSWORD: nats.password } : {}),
    SESSION_SECRET: given.SESSION_SECRET || sessionSecret,
    // Mailed links lead here, too.
    PUBLIC_ORIGIN: given.PUBLIC_ORIGIN || publicOrigin || origin,
  };
  const ports = (index) => (options.mode === 'one' ? {} : { HTTP_PORT: String(options.port + 1 + index) });
  const environments = Object.fromEntries(
    services.map((name, index) => [name, { ...common, DATABASE_URL: databaseUrls[name], ...ports(index) }]),
  );
  // Web Push needs no account anywhere, so it is there from the start; keys that were given are used instead.
  const keys = given.WEB_PUSH_PUBLIC_KEY
    ? {}
    : { WEB_PUSH_PUBLIC_KEY: webPush.publicKey, WEB_PUSH_PRIVATE_KEY: webPush.privateKey };
  Object.assign(environments.notifications ?? {}, keys, { WEB_PUSH_CONTACT: given.WEB_PUSH_CONTACT || PUSH_CONTACT });
  environments.gateway = {
    ...common,
    HTTP_PORT: String(options.port),
    HTTP_HOST: listenHost(options.host),
    OPS_PORT: options.mode === 'one' ? given.OPS_PORT : String(opsPort(options.port, services)),
    ALLOWED_ORIGINS: [...new Set([...(given.ALLOWED_ORIGINS ?? '').split(',').filter(Boolean), ...own])].join(','),
    MEDIA_DIR: given.MEDIA_DIR || join(paths.root, 'uploads'),
    WEB_ROOT: given.WEB_ROOT || join(ROOT, 'web', 'dist'),
  };
  return environments;
}
