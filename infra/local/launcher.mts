import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manyProcesses, oneProcess, showLogs, untilReady, type Application } from './applications.mts';
import { build } from './build.mts';
import { stopLeftovers } from './children.mts';
import { prepareDatabase, serviceNames, sharedPasswords } from './databases.mts';
import { browserOrigin, listenHost, readOptions, serviceEnvironments, type LaunchOptions } from './environment.mts';
import { LaunchFailure, fail, reasonOf } from './failure.mjs';
import { acquireLock } from './lock.mjs';
import { acquireNats } from './nats-acquire.mts';
import { startNats } from './nats.mts';
import { dataPaths, prepareDataFolder, type DataPaths } from './paths.mjs';
import { probePort } from './ports.mts';
import { PRODUCT_SETTINGS, startPostgres } from './postgres.mts';
import { loadSecrets, type Secrets } from './secrets.mts';
import { loadSettings } from './settings.mjs';
import { supervise } from './supervisor.mts';

const NATS_USER = 'inkling';

interface NatsAddress {
  url: string;
  user?: string;
  password?: string;
}

/** Runs the whole product on this machine until a signal: PostgreSQL, NATS, services, gateway. */
export async function launch(args: string[]) {
  loadSettings();
  const options = readOptions(args, process.env);
  const paths = dataPaths(options.dataFolder);
  await prepareDataFolder(paths);
  const lock = await acquireLock(paths.lock);
  if (!lock.held) {
    throw new LaunchFailure(
      `Inkling already runs on ${paths.root} (process ${lock.pid}): ` +
        'stop it first, or give this one another DATA_DIR and PORT.',
    );
  }
  // A closed terminal or pipe must not end the product.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const instance = new Instance(options, paths, lock.release);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void instance.stop(0));
  await instance.start();
}

class Instance {
  readonly options: LaunchOptions;
  readonly paths: DataPaths;
  /** The superuser's, once PostgreSQL runs. */
  ownerUrl?: string;
  /** Ways to stop what has been started, last first. */
  #stops: (() => unknown)[] = [];
  #abort = new AbortController();
  #starting: Promise<void> = Promise.resolve();
  #stopped?: Promise<void>;
  #ready = false;
  #hooks = {
    report: (line: string) => console.log(line),
    mayRestart: () => this.#ready,
    giveUp: (error: unknown) => void this.giveUp(error),
  };

  constructor(options: LaunchOptions, paths: DataPaths, release: () => Promise<void>) {
    this.options = options;
    this.paths = paths;
    this.#stops.push(release);
  }

  /** Resolves once the product runs, or has been stopped. */
  async start() {
    this.#starting = this.#start();
    await this.#starting.catch((error) => this.giveUp(error));
  }

  async #start() {
    const { options, paths } = this;
    await rm(this.#addresses, { force: true });
    await stopLeftovers(paths.run, ['nats', 'postgres']);
    await this.#checkPorts();
    const services = await serviceNames();
    const secrets = await loadSecrets(paths.secrets, services);
    const dev = options.mode === 'dev' ? await import('./dev.mts') : undefined;
    const parts = [
      this.#database(secrets),
      this.#nats(secrets),
      dev ? dev.buildOnce(this.#abort.signal) : build(this.#hooks.report, { signal: this.#abort.signal }),
    ] as const;
    // A part that starts late must be stopped as well, so a failure waits for all of them.
    await Promise.allSettled(parts);
    const [databaseUrls, nats] = await Promise.all(parts);
    if (this.#abort.signal.aborted || !nats) return;

    const web = dev ? await this.#adopt(dev.startVite(options.port, paths, this.#hooks)) : undefined;
    const environments = serviceEnvironments({
      options,
      services,
      databaseUrls,
      nats,
      sessionSecret: secrets.sessionSecret,
      workSecret: secrets.workSecret,
      webPush: secrets.webPush,
      paths,
      publicOrigin: web?.origin,
    });
    const applications = options.mode === 'one' ? oneProcess(environments, paths) : manyProcesses(environments, paths);
    const follow = () => this.#stops.push(showLogs(applications, paths, options.showLogs));
    if (options.showLogs) follow();
    console.log('Starting ...');
    const supervised = await this.#applications(applications);
    const started = supervised.map(({ application, first }) => ({ application, ...first }));
    await untilReady(options.port, started, paths, this.#abort.signal);
    if (this.#abort.signal.aborted) return;

    this.#ready = true;
    // Warnings while the services find one another are noise; a failure to start shows the end of its own log.
    if (!options.showLogs) follow();
    if (dev)
      await this.#adopt(
        dev.watch(Object.fromEntries(supervised.map(({ application, restart }) => [application.name, restart]))),
      );
    await this.#announce(databaseUrls, nats);
    console.log(`Inkling is running at ${web?.origin ?? browserOrigin(options.host, options.port)}  (Ctrl-C stops it)`);
  }

  get #addresses() {
    return join(this.paths.root, 'addresses.json');
  }

  /** Stops everything, newest first, and ends this process. Calling it again waits for the same end. */
  stop(code?: number) {
    return (this.#stopped ??= this.#stop(code));
  }

  /** Stops everything and says why, unless it is stopping anyway. */
  async giveUp(error: unknown) {
    if (this.#stopped) return;
    await this.stop();
    fail(
      error instanceof LaunchFailure
        ? error
        : new LaunchFailure(`Inkling stopped: ${reasonOf(error)}. The logs are in ${this.paths.logs}.`, {
            cause: error,
          }),
    );
  }

  async #stop(code?: number) {
    this.#abort.abort();
    if (code === 0) console.log('Stopping ...');
    // A part that is still starting is stopped once it has started.
    await this.#starting.catch(() => undefined);
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      // One part's failure to stop must not keep the others running.
      await Promise.resolve(stop()).catch((error) => console.error(reasonOf(error)));
    }
    if (code !== undefined) process.exit(code);
  }

  /** Remembers how to stop a part once it runs, or stops it when everything is being stopped. */
  async #adopt<T extends { stop: () => Promise<unknown> }>(starting: Promise<T>): Promise<T> {
    const part = await starting;
    if (this.#abort.signal.aborted) await part.stop();
    else this.#stops.push(() => part.stop());
    return part;
  }

  /** The gateway, which comes last, stops first, so that no request arrives while the services finish. */
  async #applications(applications: Application[]) {
    const supervised = await Promise.all(
      applications.map(async (application) => ({
        application,
        ...(await supervise(application.label, application.start, this.#hooks)),
      })),
    );
    const stop = async () => {
      await supervised.at(-1)?.stop();
      await Promise.all(supervised.map((part) => part.stop()));
    };
    await this.#adopt(Promise.resolve({ stop }));
    return supervised;
  }

  async #checkPorts() {
    const { host, mode, port } = this.options;
    const state = await probePort(port, listenHost(host));
    if (state === 'taken')
      throw new LaunchFailure(
        `Port ${port} is taken: stop what uses it, or choose another, such as PORT=${port + 10} npm start.`,
      );
    if (state === 'forbidden')
      throw new LaunchFailure(
        `Port ${port} needs more rights than this user has: choose one above 1023, such as PORT=8080 npm start.`,
      );
    if (state === 'no such address')
      throw new LaunchFailure(`This machine has no address ${host}: set HOST to 127.0.0.1 or 0.0.0.0.`);
    if (mode === 'one') return;
    const services = await serviceNames();
    for (const [index, name] of [...services, 'gateway'].entries()) {
      const own = port + 1 + index;
      if ((await probePort(own, '127.0.0.1')) !== 'free')
        throw new LaunchFailure(
          `Port ${own}, for the ${name === 'gateway' ? 'gateway’s metrics' : `${name} service`}, is taken: ` +
            'choose another PORT; the seven after it are used as well.',
        );
    }
  }

  async #database(secrets: Secrets): Promise<Record<string, string>> {
    let url = process.env.DATABASE_URL;
    if (!url) {
      let port: number | undefined;
      const start = async () => {
        const server = await startPostgres({
          folder: this.paths.postgres,
          password: secrets.postgres,
          settings: PRODUCT_SETTINGS,
          folders: this.paths,
          port,
        });
        // The services expect a restarted server on the same port.
        port = server.port;
        return server;
      };
      ({ url } = (await this.#adopt(supervise('PostgreSQL', start, this.#hooks))).first);
    }
    this.ownerUrl = url;
    if (this.#abort.signal.aborted) return {};
    const shared = process.env.DATABASE_URL ? sharedPasswords(url, Object.keys(secrets.services)) : undefined;
    return prepareDatabase(url, shared ?? secrets.services, { ownServer: !process.env.DATABASE_URL });
  }

  async #nats(secrets: Secrets): Promise<NatsAddress | undefined> {
    if (process.env.NATS_URL) return { url: process.env.NATS_URL };
    const source = await acquireNats({ report: (line: string) => console.log(line), signal: this.#abort.signal });
    if (this.#abort.signal.aborted) return undefined;
    const credentials = { user: NATS_USER, password: secrets.nats };
    let port: number | undefined;
    const start = async () => {
      const server = await startNats({ source, folder: this.paths.nats, folders: this.paths, credentials, port });
      port = server.port;
      return server;
    };
    const { first } = await this.#adopt(supervise('NATS', start, this.#hooks));
    return { url: first.url, ...credentials };
  }

  /**
   * Addresses for tools that look inside a running instance, such as the benchmark. `databaseUrl` is the owner's;
   * without a path it means `inkling`.
   */
  async #announce(databaseUrls: Record<string, string>, nats: NatsAddress) {
    const { options } = this;
    const addresses = {
      pid: process.pid,
      mode: options.mode,
      http: browserOrigin(options.host, options.port),
      databaseUrl: this.ownerUrl,
      serviceDatabaseUrls: databaseUrls,
      nats,
    };
    await writeFile(this.#addresses, `${JSON.stringify(addresses, null, 2)}\n`, { mode: 0o600 });
    this.#stops.push(() => rm(this.#addresses, { force: true }));
  }
}
