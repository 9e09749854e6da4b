/** A container engine in memory, which carries out what the deploy asks and records the order. */
import { LaunchFailure } from '../local/failure.mjs';

const HEALTH = ['CMD', 'health'];

interface FakeContainer {
  id: string;
  service: string;
  image: string;
  hash: string;
  state: string;
  networks: Set<string>;
  restarts?: number;
  volume?: string;
}

export class FakeEngine {
  readonly services: string[];
  dryRun = false;
  /** What was changed, in order. */
  done: string[] = [];
  /** By id: service, image, hash, state (created, running, exited), networks. */
  containers = new Map<string, FakeContainer>();
  /** Images whose containers end at once, or are never healthy. */
  bad: Map<string, 'ends' | 'sick'> = new Map();
  /** What an image's containers say of their parts: their check fails when one is not ok. */
  parts = new Map<string, Record<string, string>>();
  /** What has another id than its name says. */
  tags: Map<string, string> = new Map();
  /** Names of images that are not here. */
  missing: Set<string> = new Set();
  /** The compose file and the images of now. */
  image = 'new';
  #made = 0;

  /** @param services each with one container of the version before, which runs */
  constructor(services: string[]) {
    this.services = services;
    for (const service of services) this.#make(service, 'old', 'running');
  }

  #config(name: string) {
    return { image: `${name}:${this.image}`, ports: [{ published: '1' }] };
  }

  #make(service: string, image: string, state: string) {
    this.#made += 1;
    const id = `${service}-${this.#made}`;
    const networks = new Set(['front']);
    this.containers.set(id, { id, service, image: `${service}:${image}`, hash: image, state, networks });
    return id;
  }

  /** `service:version` of all that runs, sorted. */
  get running() {
    const images = [...this.containers.values()].filter(({ state }) => state === 'running').map(({ image }) => image);
    return images.sort((a, b) => a.localeCompare(b));
  }

  get all() {
    return [...this.containers.keys()];
  }

  async lookCompose(...args: string[]) {
    if (args.includes('json')) {
      const services = Object.fromEntries(this.services.map((name) => [name, this.#config(name)]));
      return JSON.stringify({ name: 'spec', services, networks: { front: { name: 'front' } } });
    }
    return this.services.map((name) => `${name} ${this.image}`).join('\n');
  }

  async look(...args: string[]) {
    const [verb] = args;
    if (verb === 'ps') {
      const service = args
        .find((arg) => arg.includes('.service='))
        ?.split('=')
        .at(-1);
      return [...this.containers.values()]
        .filter((one) => one.service === service)
        .map(({ id }) => id)
        .join('\n');
    }
    if (verb === 'inspect' && args[1] === '--format') return this.#find(args.at(-1) ?? '').image;
    if (verb === 'inspect') return JSON.stringify(args.slice(1).map((id) => this.#described(id)));
    if (verb === 'image' && this.missing.has(args.at(-1) ?? '')) throw new LaunchFailure('no such image');
    if (verb === 'image') return this.tags.get(args.at(-1) ?? '') ?? args.at(-1);
    if (verb === 'exec') {
      const { image } = this.#find(args[1] ?? '');
      const parts = this.parts.get(image) ?? {};
      if (this.bad.has(image)) throw new LaunchFailure('not healthy');
      if (args[2] === 'node') return JSON.stringify({ parts });
      if (Object.values(parts).some((word) => word !== 'ok')) throw new LaunchFailure('not ready');
      return '';
    }
    throw new Error(`unexpected: docker ${args.join(' ')}`);
  }

  #find(id: string) {
    const found = this.containers.get(id);
    if (!found) throw new LaunchFailure(`no container ${id}`);
    return found;
  }

  #described(id: string) {
    const { service, image, hash, state, networks, restarts = 0, volume } = this.#find(id);
    const running = ['running', 'restarting'].includes(state) && this.bad.get(image) !== 'ends';
    return {
      Id: id,
      Name: `/${id}`,
      Created: String(id.split('-').at(-1)).padStart(6, '0'),
      Image: image,
      Config: { Image: image, Labels: { 'com.docker.compose.config-hash': hash }, Healthcheck: { Test: HEALTH } },
      State: { Running: running, Restarting: state === 'restarting', ExitCode: running ? 0 : 3 },
      RestartCount: restarts,
      Mounts: volume ? [{ Name: `spec_${volume}` }] : [],
      NetworkSettings: { Networks: Object.fromEntries([...networks].map((name) => [name, {}])) },
      service,
    };
  }

  async changeCompose(...args: string[]) {
    this.done.push(`compose ${args.join(' ')}`);
    if (args[0] === 'up') this.#make(args.at(-1) ?? '', this.image, 'created');
    return '';
  }

  async change(...args: string[]) {
    this.done.push(args.join(' '));
    const [verb, ...rest] = args;
    const id = rest.at(-1) ?? '';
    if (verb === 'start') this.#find(id).state = 'running';
    if (verb === 'stop') this.#find(id).state = 'exited';
    if (verb === 'rm') this.containers.delete(id);
    if (verb === 'tag') this.tags.set(id, this.tags.get(rest[0] ?? '') ?? rest[0] ?? '');
    if (verb === 'network' && rest[0] === 'disconnect') this.#find(id).networks.delete('front');
    if (verb === 'network' && rest[0] === 'connect') this.#find(id).networks.add('front');
    return '';
  }
}
