/** What docker says, asked once for all checks. */
import { join } from 'node:path';
import { ROOT } from '../local/paths.mjs';

/**
 * @typedef {object} Container
 * @property {string} service
 * @property {string} name
 * @property {string} image as the compose file names it
 * @property {string} imageId
 * @property {string} state
 * @property {string | undefined} health
 * @property {number} exitCode
 * @property {boolean} lasting runs for good, and is no job
 * @property {number} restarts
 * @property {number} pid
 * @property {number[]} ports of this computer
 */

export class Docker {
  #host;
  #files;
  #asked = new Map();

  /** @param {import('./host.mjs').Host} host @param {string} envFile */
  constructor(host, envFile) {
    this.#host = host;
    this.#files = ['--env-file', join(ROOT, 'infra/docker/images.env'), '--env-file', envFile];
  }

  /** @returns {Promise<import('./host.mjs').Ran>} of `docker version`, with the engine's number */
  version() {
    return this.#once('version', ['version', '--format', '{{.Server.Version}}']);
  }

  /** @returns {Promise<import('./host.mjs').Ran>} */
  composeVersion() {
    return this.#once('compose', ['compose', 'version', '--short']);
  }

  /** @returns {Promise<string | undefined>} the engine's folder, where it is on this computer */
  async folder() {
    const { code, stdout } = await this.#once('info', ['info', '--format', '{{.DockerRootDir}}']);
    return code === 0 && stdout.startsWith('/') && (await this.#host.look(stdout)) ? stdout : undefined;
  }

  /** @param {string[]} args @param {{ timeoutMs?: number }} [options] */
  compose(args, options) {
    return this.#host.run(
      'docker',
      ['compose', ...this.#files, '-f', join(ROOT, 'docker-compose.yml'), ...args],
      options,
    );
  }

  /** @returns {Promise<Container[]>} of this installation, stopped ones too; none where docker does not answer */
  containers() {
    if (!this.#asked.has('containers')) this.#asked.set('containers', this.#containers());
    return this.#asked.get('containers');
  }

  async #containers() {
    const { code, stdout } = await this.compose(['ps', '--all', '--quiet', '--no-trunc']);
    const ids = stdout.split('\n').filter((line) => /^[0-9a-f]{12,}$/.test(line));
    if (code !== 0 || ids.length === 0) return [];
    const inspected = await this.#host.run('docker', ['inspect', ...ids]);
    return inspected.code === 0 ? JSON.parse(inspected.stdout).map(containerOf) : [];
  }

  /** @returns {Promise<string[]>} what the compose file has, but for profiles; nothing where it cannot be read */
  async services() {
    const { code, stdout } = await this.compose(['config', '--services']);
    return code === 0 ? stdout.split('\n').filter(Boolean) : [];
  }

  /** @param {string} image @returns {Promise<string | undefined>} what the name stands for now */
  async imageId(image) {
    const { code, stdout } = await this.#once(`image ${image}`, ['image', 'inspect', '--format', '{{.Id}}', image]);
    return code === 0 ? stdout : undefined;
  }

  #once(name, args) {
    if (!this.#asked.has(name)) this.#asked.set(name, this.#host.run('docker', args));
    return this.#asked.get(name);
  }
}

/** @returns {Container} */
function containerOf({ Name, Image, Config, State, RestartCount, HostConfig }) {
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
