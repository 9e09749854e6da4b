/** Runs docker: what only looks, and what changes something, which a dry run prints instead. */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { LaunchFailure, codeOf, reasonOf } from '../local/failure.mjs';

const execute = promisify(execFile);
const COMMAND_MS = 180_000;
/** Builds, pulls, migrations. */
const LONG_MS = 60 * 60_000;
const OUTPUT_BYTES = 32 * 1024 * 1024;

/** @returns as a shell takes it */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export class Engine {
  readonly folder;
  readonly dryRun;
  readonly env;
  readonly prefix;
  #said;

  constructor({
    folder,
    envFiles,
    dryRun = false,
    env = process.env,
    report = console.log,
  }: {
    /** Of docker-compose.yml. */
    folder: string;
    envFiles: string[];
    dryRun?: boolean;
    env?: NodeJS.ProcessEnv;
    /** Where a dry run prints to. */
    report?: (line: string) => void;
  }) {
    this.folder = folder;
    this.dryRun = dryRun;
    this.env = env;
    this.#said = report;
    this.prefix = ['compose', ...envFiles.flatMap((file) => ['--env-file', file])];
  }

  /**
   * Asks.
   * @param args of docker
   * @returns what it printed
   * @throws {LaunchFailure}
   */
  look(...args: string[]): Promise<string> {
    return this.#run(args);
  }

  /**
   * The same of compose and this project.
   * @throws {LaunchFailure}
   */
  lookCompose(...args: string[]): Promise<string> {
    return this.#run([...this.prefix, ...args]);
  }

  /**
   * @param args of docker
   * @returns what it printed; '' in a dry run
   */
  async change(...args: string[]): Promise<string> {
    if (this.dryRun) this.#said(`  docker ${args.map(quoted).join(' ')}`);
    return this.dryRun ? '' : this.#run(args);
  }

  /**
   * @param args of compose
   * @returns what it printed; '' in a dry run
   */
  async changeCompose(...args: string[]): Promise<string> {
    if (this.dryRun) this.#said(`  npm run compose -- ${args.map(quoted).join(' ')}`);
    return this.dryRun ? '' : this.#run([...this.prefix, ...args], LONG_MS);
  }

  /**
   * Runs a program for long, with its output on the terminal.
   * @param said in a dry run, and in a failure
   */
  async show(command: string, args: string[], said: string) {
    if (this.dryRun) return this.#said(`  ${said}`);
    const child = spawn(command, args, {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    );
    if (code !== 0) throw new LaunchFailure(`${said} failed.`);
  }

  /** @param args of compose */
  showCompose(...args: string[]) {
    return this.show('docker', [...this.prefix, ...args], `npm run compose -- ${args.map(quoted).join(' ')}`);
  }

  async #run(args: string[], timeout = COMMAND_MS) {
    try {
      const { stdout } = await execute('docker', args, {
        cwd: this.folder,
        env: this.env,
        timeout,
        maxBuffer: OUTPUT_BYTES,
      });
      return stdout.trim();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') {
        throw new LaunchFailure('There is no docker here: install Docker Engine and its compose plugin.');
      }
      const own = args.slice(args[0] === 'compose' ? this.prefix.length : 0).slice(0, 6);
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      const detail = `${stdout}${stderr}`.trim() || reasonOf(error);
      throw new LaunchFailure(`docker ${own.join(' ')} ... failed.`, { detail, cause: error });
    }
  }
}
