import { join } from 'node:path';
import { LaunchFailure } from './failure.mjs';
import { ROOT, type DataPaths } from './paths.mjs';

export interface LaunchOptions {
  mode: 'one' | 'processes' | 'dev';
  /** Of the gateway. */
  port: number;
  /** Where the gateway listens. */
  host: string;
  dataFolder: string;
  showLogs: boolean;
}

/** Push services require a contact; an operator gives a real address in WEB_PUSH_CONTACT. */
const PUSH_CONTACT = 'mailto:operator@inkling.invalid';

/** @throws {LaunchFailure} for an unknown option or a bad port */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): LaunchOptions {
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

/** Listens on both address families for a loopback address, since browsers may use either for `localhost`. */
export const listenHost = (host: string) => (host === '127.0.0.1' || host === '::1' ? 'localhost' : host);

/** The port of the gateway's metrics when every service has its own process. */
export const opsPort = (port: number, services: readonly string[]) => port + 1 + services.length;

/** @returns an address that works in a browser on this machine */
export function browserOrigin(host: string, port: number): string {
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'];
  const name = everywhere.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

interface Instance {
  options: LaunchOptions;
  services: readonly string[];
  databaseUrls: Record<string, string>;
  nats: { url: string; user?: string; password?: string };
  sessionSecret: string;
  workSecret: string;
  webPush: { publicKey: string; privateKey: string };
  paths: DataPaths;
  /** Where browsers come in, when that is not the gateway itself. */
  publicOrigin?: string | undefined;
  given?: NodeJS.ProcessEnv;
}

/**
 * The environment of every service: what the person set, with the addresses and secrets of this instance.
 * @returns by name of the service, with `gateway`
 */
export function serviceEnvironments({
  options,
  services,
  databaseUrls,
  nats,
  sessionSecret,
  workSecret,
  webPush,
  paths,
  publicOrigin,
  given = process.env,
}: Instance): Record<string, NodeJS.ProcessEnv> {
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
    // No load balancer in front needs time to notice that the gateway ends.
    DRAIN_MS: undefined,
    NATS_URL: nats.url,
    ...(nats.user ? { NATS_USER: nats.user, NATS_PASSWORD: nats.password } : {}),
    SESSION_SECRET: given.SESSION_SECRET || sessionSecret,
    POW_SECRET: given.POW_SECRET || workSecret,
    // Mailed links lead here, too.
    PUBLIC_ORIGIN: given.PUBLIC_ORIGIN || publicOrigin || origin,
  };
  const ports = (index: number) => (options.mode === 'one' ? {} : { HTTP_PORT: String(options.port + 1 + index) });
  const environments: Record<string, NodeJS.ProcessEnv> = Object.fromEntries(
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
