/** The compose project: its containers, and what they have to be. */
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchFailure } from '../local/failure.mjs';
import type { Engine } from './engine.mts';

/** Before the gateway, which may call what only new services answer. */
export const SERVICES = ['auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community'];
/** Never replaced but on demand: a second one beside them is not possible. */
export const DATA = ['postgres', 'nats', 's3'];
/** They run to their end. */
export const JOBS = ['volumes', 'database', 'streams', ...SERVICES.map((name) => `migrate-${name}`), 'web'];

const LOOK_MS = 500;
const LAST_LINES = '15';

/** Prints what a process says of itself; its own port, whatever the image. */
const ASK =
  "fetch('http://127.0.0.1:' + (process.env.HTTP_PORT ?? 8080) + '/health/ready', " +
  '{ signal: AbortSignal.timeout(3_000) }).then((answer) => answer.text()).then(console.log)';

/** A new container that did not become ready. */
export class NotReady extends LaunchFailure {}

export interface Container {
  id: string;
  name: string;
  /** Its id. */
  image: string;
  /** Of its part of the compose file. */
  hash: string;
  running: boolean;
}
/** Service -> parts that it said were not ready; null: it could not be asked, or there was none. */
export type Red = Record<string, string[] | null>;
export interface Expected {
  /** Whether the deploy itself made the container: it may then never have ended. */
  made?: boolean;
  /** Parts that do not count. */
  red?: string[] | null;
  /** Whether each other part counts, also one that the container's own check leaves out. */
  whole?: boolean;
}

/** What is read of the compose file as JSON. */
interface ComposeFile {
  services: Record<string, { image?: string; profiles?: string[]; ports?: { published: string }[] }>;
  networks: Record<string, { name: string }>;
  volumes?: Record<string, { name: string }>;
}
/** What is read of `docker inspect`. */
interface Inspected {
  Id: string;
  Name: string;
  Created: string;
  Image: string;
  Config: { Labels: Record<string, string> };
  State: { Running: boolean; Restarting: boolean };
}

export class Project {
  readonly engine: Engine;
  readonly name: string;
  /** service -> hash of its part of the compose file */
  #hashes: Map<string, string> = new Map();
  #config: ComposeFile = { services: {}, networks: {} };

  constructor(engine: Engine, name: string) {
    this.engine = engine;
    this.name = name;
  }

  /**
   * Reads the compose file.
   * @throws {LaunchFailure} with compose's own words
   */
  static async read(engine: Engine) {
    const config = JSON.parse(await engine.lookCompose('--profile', '*', 'config', '--format', 'json'));
    const project = new Project(engine, config.name);
    project.#config = config;
    const hashes = await engine.lookCompose('--profile', '*', 'config', '--hash', '*');
    const pairs = hashes.split('\n').map((line) => line.split(' ') as [string, string]);
    project.#hashes = new Map(pairs);
    return project;
  }

  /** @returns names of all services of the file */
  get services(): string[] {
    return Object.keys(this.#config.services);
  }

  /** @returns none for what always runs */
  profilesOf(service: string): string[] {
    return this.#config.services[service]?.profiles ?? [];
  }

  /** @returns name of its image */
  imageOf(service: string): string {
    return this.#config.services[service]?.image ?? '';
  }

  /**
   * @param network as the file calls it
   * @returns as the engine does
   */
  networkName(network: string): string {
    return this.#config.networks[network]?.name ?? `${this.name}_${network}`;
  }

  /**
   * @param volume as the file calls it
   * @returns as the engine does
   */
  volumeName(volume: string): string {
    return this.#config.volumes?.[volume]?.name ?? `${this.name}_${volume}`;
  }

  /** Port on this machine under which nginx answers. */
  get publishedPort() {
    return Number(this.#config.services.nginx?.ports?.[0]?.published);
  }

  /**
   * @param id of a container
   * @returns false in a dry run
   */
  async isOn(id: string, network: string): Promise<boolean> {
    if (this.engine.dryRun) return false;
    const [{ NetworkSettings }] = JSON.parse(await this.engine.look('inspect', id));
    return network in NetworkSettings.Networks;
  }

  /**
   * @param id of a container
   * @param volume as the file calls it
   */
  async mounts(id: string, volume: string): Promise<boolean> {
    const [{ Mounts = [] }] = JSON.parse(await this.engine.look('inspect', id));
    return Mounts.some(({ Name }: { Name?: string }) => Name === this.volumeName(volume));
  }

  /** @returns running or not, oldest first; none of `compose run` */
  async containers(service: string): Promise<Container[]> {
    const label = (key: string) => `label=com.docker.compose.${key}`;
    const filters = [`${label('project')}=${this.name}`, `${label('service')}=${service}`, `${label('oneoff')}=False`];
    const ids = await this.engine.look('ps', '-aq', '--no-trunc', ...filters.flatMap((one) => ['--filter', one]));
    if (ids === '') return [];
    const found: Inspected[] = JSON.parse(await this.engine.look('inspect', ...ids.split('\n')));
    return found
      .sort((a, b) => a.Created.localeCompare(b.Created))
      .map((one) => ({
        id: one.Id,
        name: one.Name.slice(1),
        image: one.Image,
        hash: one.Config.Labels['com.docker.compose.config-hash'] ?? '',
        running: one.State.Running && !one.State.Restarting,
      }));
  }

  /** @returns id of its image; undefined when it is not here */
  imageId(service: string): Promise<string | undefined> {
    return this.engine.look('image', 'inspect', '--format', '{{.Id}}', this.imageOf(service)).catch(() => undefined);
  }

  /** @returns whether one is what the compose file and the images say */
  async isCurrent(service: string): Promise<(container: Container) => boolean> {
    const image = await this.imageId(service);
    const hash = this.#hashes.get(service);
    return (container) => container.image === image && container.hash === hash;
  }

  /**
   * Makes one more container of a service, of the present image and configuration, and does not start it.
   * @returns its id; its name to be in a dry run
   */
  async create(service: string): Promise<string> {
    const before = await this.containers(service);
    const scale = ['--scale', `${service}=${before.length + 1}`];
    const how = ['--no-start', '--no-deps', '--no-recreate', '--no-build'];
    await this.engine.changeCompose('up', ...how, ...scale, service);
    if (this.engine.dryRun) return `${this.name}-${service}-NEW`;
    const known = new Set(before.map(({ id }) => id));
    const added = (await this.containers(service)).filter(({ id }) => !known.has(id));
    if (added.length !== 1) throw new LaunchFailure(`compose made ${added.length} containers of ${service}, not one.`);
    return added[0].id;
  }

  /**
   * Waits until a container's own health check succeeds. It is asked here, since the engine asks too rarely.
   * @param service for people
   * @throws {NotReady} with its last lines
   */
  async ready(
    service: string,
    id: string,
    patienceMs: number,
    { made = true, red = [], whole = false }: Expected = {},
  ) {
    if (this.engine.dryRun) return;
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const [{ State, RestartCount }] = JSON.parse(await this.engine.look('inspect', id));
      const ended = !State.Running || State.Restarting || (made && RestartCount > 0);
      if (ended) throw await this.#notReady(service, id, `ended with code ${State.ExitCode}`);
      if (await this.#isReady(id, red ?? [], whole)) return;
      if (Date.now() > deadline) {
        throw await this.#notReady(service, id, `was not ready after ${Math.round(patienceMs / 1_000)} s`);
      }
      await delay(LOOK_MS);
    }
  }

  async #isReady(id: string, red: string[], whole: boolean) {
    const passes = await this.#passes(id);
    if (passes ? !whole : red.length === 0) return passes;
    const parts = await this.redParts(id);
    return parts ? parts.every((part) => red.includes(part)) : passes;
  }

  /** Whether the container's own health check succeeds. */
  async #passes(id: string) {
    const [{ Config }] = JSON.parse(await this.engine.look('inspect', id));
    const [kind, ...check] = Config.Healthcheck?.Test ?? [];
    const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...check] : check;
    return this.engine.look('exec', id, ...command).then(
      () => true,
      () => false,
    );
  }

  /** @returns parts that it says do not work; undefined: no word */
  async redParts(id: string): Promise<string[] | undefined> {
    try {
      const { parts } = JSON.parse(await this.engine.look('exec', id, 'node', '-e', ASK));
      return Object.keys(parts).filter((part) => parts[part] !== 'ok');
    } catch {
      return undefined;
    }
  }

  /** @returns the parts that are not ready now, as in Red */
  async red(service: string): Promise<string[] | null> {
    const [newest] = (await this.containers(service)).filter(({ running }) => running).slice(-1);
    if (!newest) return null;
    return (await this.redParts(newest.id)) ?? ((await this.#passes(newest.id)) ? [] : null);
  }

  /**
   * What a deploy finds of a service and has to be able to bring back.
   * @returns ids of those that run, and of those that are there and do not; whether all of them run and are of this
   *   version
   */
  async found(service: string): Promise<{ old: string[]; kept: string[]; whole: boolean }> {
    const containers = await this.containers(service);
    const isCurrent = await this.isCurrent(service);
    const ids = (runs: boolean) => containers.filter(({ running }) => running === runs).map(({ id }) => id);
    const whole = containers.length > 0 && containers.every((one) => one.running && isCurrent(one));
    return { old: ids(true), kept: ids(false), whole };
  }

  async #notReady(service: string, id: string, what: string) {
    const detail = await this.lastLines(id);
    return new NotReady(`The new container of ${service} ${what}.`, { detail });
  }

  /** @returns what it printed last */
  async lastLines(id: string): Promise<string> {
    const { execFile } = await import('node:child_process');
    // Both streams, in the order in which they came.
    const args = ['-c', `docker logs --tail ${LAST_LINES} ${id} 2>&1`];
    return new Promise((resolve) => execFile('sh', args, (_error, stdout) => resolve(stdout)));
  }
}
