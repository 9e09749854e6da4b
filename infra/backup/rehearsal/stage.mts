import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LaunchFailure, reasonOf } from '../../local/failure.mjs';
import { ROOT } from '../../local/paths.mjs';
import { LOAD_LIMITS } from '../../load/load-limits.mts';
import { freePort } from '../../local/ports.mts';
import { completeFile } from '../../secrets/env-file.mts';
import { composeArguments } from '../composed.mts';

const LIMITS = { timeout: 10 * 60_000, maxBuffer: 64 * 2 ** 20 };
const SERVICES = ['nginx', 'gateway', 'auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community'];
const PROFILES = ['backup', 'recover', 'admin'].flatMap((name) => ['--profile', name]);
const PSQL = ['psql', '-XqAt', '-F', ' ', '-U', 'inkling', '-d', 'inkling', '-c'];

/** A separate compose project, which is removed afterwards. */
export class Stage {
  readonly folder: string;
  readonly origin: string;
  readonly envFile: string;
  #project: string;

  constructor(folder: string, port: number) {
    this.folder = folder;
    this.origin = `http://localhost:${port}`;
    this.envFile = join(folder, 'stage.env');
    this.#project = `inkling-restored-${port}`;
  }

  /** @param options `version`: the images' tag; `users`: how many sign up */
  static async open({ version, users }: { version: string; users: number }) {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-rehearsal-'));
    const port = await freePort();
    const stage = new Stage(folder, port);
    const settings = {
      HTTP_PORT: port,
      HTTP_BIND: '127.0.0.1',
      INKLING_VERSION: version,
      ...LOAD_LIMITS,
      AUTH_SIGNUPS_PER_IP: users * 4,
      LOG_LEVEL: 'warn',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(stage.envFile, lines.join(''));
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

  /** @returns what docker compose printed */
  compose(...args: string[]) {
    return this.#run('docker', [...composeArguments(this.envFile), ...PROFILES, ...args]);
  }

  /** Backs up or restores with the very commands that operators use. @returns what they printed */
  tool(command: 'backup' | 'restore', ...args: string[]) {
    return this.#run(process.execPath, [join(ROOT, `infra/backup/${command}.mjs`), ...args]);
  }

  /** The same where it must refuse. @returns why it did */
  refusal(command: 'backup' | 'restore', ...args: string[]): Promise<string> {
    return this.tool(command, ...args).then(
      () => {
        throw new LaunchFailure(`${command} ${args.join(' ')} did not refuse.`);
      },
      (error: LaunchFailure) => error.detail ?? '',
    );
  }

  /** The options by which the commands find this installation. */
  get where() {
    return ['--compose', '--env-file', this.envFile];
  }

  /** @returns the rows of a query, with spaces between their columns */
  async rows(text: string): Promise<string[]> {
    const answer = await this.compose('exec', '-T', 'postgres', ...PSQL, text);
    return answer.split('\n').filter(Boolean);
  }

  async #run(program: string, args: string[]) {
    const env = { ...process.env, COMPOSE_PROJECT_NAME: this.#project, METRICS_DIR: join(this.folder, 'metrics') };
    try {
      return (await promisify(execFile)(program, args, { cwd: ROOT, env, ...LIMITS })).stdout.trim();
    } catch (cause) {
      const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
      const detail = `${stdout}${stderr || reasonOf(cause)}`;
      throw new LaunchFailure(`${args.slice(0, 12).join(' ')} failed.`, { detail, cause });
    }
  }
}
