import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LaunchFailure } from '../../local/failure.mjs';
import { ROOT } from '../../local/paths.mjs';
import { freePort } from '../../local/ports.mts';
import { completeFile } from '../../secrets/env-file.mts';
import { composeArguments } from '../composed.mjs';

const LIMITS = { timeout: 10 * 60_000, maxBuffer: 64 * 2 ** 20 };
const SERVICES = ['nginx', 'gateway', 'auth', 'polls', 'social', 'notifications', 'search', 'insights'];

/** A compose project of its own, with variables of its own, that is gone afterwards. */
export class Stage {
  /** @param {string} folder @param {string} project @param {string} origin @param {string[]} profiles */
  constructor(folder, project, origin, profiles) {
    this.folder = folder;
    this.project = project;
    this.origin = origin;
    this.envFile = join(folder, 'stage.env');
    this.profiles = profiles.flatMap((name) => ['--profile', name]);
  }

  /** @param {{ version: string, users: number }} options the images' tag, and how many sign up */
  static async open({ version, users }) {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-rehearsal-'));
    const port = await freePort();
    const stage = new Stage(folder, `inkling-restored-${port}`, `http://localhost:${port}`, [
      'backup',
      'recover',
      'admin',
    ]);
    const settings = {
      HTTP_PORT: port,
      HTTP_BIND: '127.0.0.1',
      INKLING_VERSION: version,
      AUTH_SIGNUPS_PER_IP: users * 4,
      LOG_LEVEL: 'warn',
    };
    await writeFile(
      stage.envFile,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    await completeFile(stage.envFile, { origin: stage.origin });
    return stage;
  }

  /** Starts the whole project, and waits until it is healthy. */
  up() {
    return this.compose('up', '-d', '--wait', '--no-build', 'nginx', 'archive');
  }

  /** Stops what writes. */
  stop() {
    return this.compose('stop', ...SERVICES);
  }

  /** Removes containers and volumes, as the loss of the host does. */
  lose() {
    return this.compose('down', '-v', '--remove-orphans');
  }

  async close() {
    await this.lose();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** @param {string[]} args @returns {Promise<string>} */
  compose(...args) {
    return this.#run('docker', [...composeArguments(this.envFile), ...this.profiles, ...args]);
  }

  /**
   * Backs up or restores with the very commands that operators use.
   * @param {'backup' | 'restore'} command
   * @param {string[]} args
   * @returns {Promise<string>} what it printed
   */
  tool(command, ...args) {
    return this.#run(process.execPath, [join(ROOT, `infra/backup/${command}.mjs`), ...args]);
  }

  /** The same where it must refuse. @returns {Promise<string>} what it said */
  refusal(command, ...args) {
    return this.tool(command, ...args).then(
      () => {
        throw new LaunchFailure(`${command} ${args.join(' ')} did not refuse.`);
      },
      (error) => error.detail,
    );
  }

  /** The options by which the commands find this installation. */
  get where() {
    return ['--compose', '--env-file', this.envFile];
  }

  /** @param {string} text of a query @returns {Promise<string[]>} its rows */
  async rows(text) {
    const answer = await this.compose(
      'exec',
      '-T',
      'postgres',
      'psql',
      '-XqAt',
      '-F',
      ' ',
      '-U',
      'inkling',
      '-d',
      'inkling',
      '-c',
      text,
    );
    return answer.split('\n').filter(Boolean);
  }

  async #run(program, args) {
    const env = { ...process.env, COMPOSE_PROJECT_NAME: this.project, METRICS_DIR: join(this.folder, 'metrics') };
    try {
      return (await promisify(execFile)(program, args, { cwd: ROOT, env, ...LIMITS })).stdout.trim();
    } catch (cause) {
      const detail = `${cause.stdout ?? ''}${cause.stderr || cause.message}`;
      throw new LaunchFailure(`${args.slice(0, 12).join(' ')} failed.`, { detail, cause });
    }
  }
}
