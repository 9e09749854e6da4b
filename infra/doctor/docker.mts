/** What docker says, asked once for all checks. */
import { join } from 'node:path';
import { ROOT } from '../local/paths.mjs';
import type { Host, Ran } from './host.mts';

export interface Container {
  service: string;
  name: string;
  /** As the compose file names it. */
  image: string;
  imageId: string;
  state: string;
  health: string | undefined;
  exitCode: number;
  /** False for a job. */
  lasting: boolean;
  restarts: number;
  pid: number;
  /** Of this computer. */
  ports: number[];
}

/** The part of `docker inspect` that is used. */
interface Inspected {
  Name: string;
  Image: string;
  Config: { Image: string; Labels?: Record<string, string> };
  State: { Status: string; Health?: { Status: string }; ExitCode: number; Pid?: number };
  RestartCount?: number;
  HostConfig?: {
    PortBindings?: Record<string, { HostPort?: string }[] | null>;
    RestartPolicy?: { Name?: string };
  };
}

export class Docker {
  #host;
  #compose;
  #asked = new Map<string, Promise<Ran>>();
  #containers: Promise<Container[]> | undefined;

  constructor(host: Host, envFile: string) {
    this.#host = host;
    const envFiles = ['--env-file', join(ROOT, 'infra/docker/images.env'), '--env-file', envFile];
    this.#compose = ['compose', ...envFiles, '-f', join(ROOT, 'docker-compose.yml')];
  }

  /** Prints the engine's version. */
  version() {
    return this.#once('version', '--format', '{{.Server.Version}}');
  }

  composeVersion() {
    return this.#once('compose', 'version', '--short');
  }

  /** @returns the engine's folder, where it is on this computer */
  async folder(): Promise<string | undefined> {
    const { code, stdout } = await this.#once('info', '--format', '{{.DockerRootDir}}');
    return code === 0 && stdout.startsWith('/') && (await this.#host.look(stdout)) ? stdout : undefined;
  }

  compose(args: string[], options?: { timeoutMs?: number }) {
    return this.#host.run('docker', [...this.#compose, ...args], options);
  }

  /** @returns this installation's containers, stopped ones too; none where docker does not answer */
  containers(): Promise<Container[]> {
    return (this.#containers ??= this.#inspect());
  }

  async #inspect() {
    const { code, stdout } = await this.compose(['ps', '--all', '--quiet', '--no-trunc']);
    const ids = stdout.split('\n').filter((line) => /^[0-9a-f]{12,}$/.test(line));
    if (code !== 0 || ids.length === 0) return [];
    const inspected = await this.#host.run('docker', ['inspect', ...ids]);
    return inspected.code === 0 ? (JSON.parse(inspected.stdout) as Inspected[]).map(containerOf) : [];
  }

  /** @returns what the compose file has without profiles; nothing where it cannot be read */
  async services(): Promise<string[]> {
    const { code, stdout } = await this.compose(['config', '--services']);
    return code === 0 ? stdout.split('\n').filter(Boolean) : [];
  }

  /** @returns the id of the image that has the name now */
  async imageId(image: string): Promise<string | undefined> {
    const { code, stdout } = await this.#once('image', 'inspect', '--format', '{{.Id}}', image);
    return code === 0 ? stdout : undefined;
  }

  #once(...args: string[]) {
    const key = args.join(' ');
    const asked = this.#asked.get(key) ?? this.#host.run('docker', args);
    this.#asked.set(key, asked);
    return asked;
  }
}

function containerOf({ Name, Image, Config, State, RestartCount, HostConfig }: Inspected): Container {
  const bound = Object.values(HostConfig?.PortBindings ?? {}).flat();
  return {
    service: Config.Labels?.['com.docker.compose.service'] ?? '',
    name: Name.replace(/^\//, ''),
    image: Config.Image,
    imageId: Image,
    state: State.Status,
    health: State.Health?.Status,
    exitCode: State.ExitCode,
    lasting: (HostConfig?.RestartPolicy?.Name || 'no') !== 'no',
    restarts: RestartCount ?? 0,
    pid: State.Pid ?? 0,
    ports: bound.map((binding) => Number(binding?.HostPort)).filter(Boolean),
  };
}
