/** Runs docker: what only looks, and what changes something, which a dry run prints instead. */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { LaunchFailure } from '../local/failure.mjs';

const execute = promisify(execFile);
const COMMAND_MS = 180_000;
/** Builds, pulls, migrations. */
const LONG_MS = 60 * 60_000;
const OUTPUT_BYTES = 32 * 1024 * 1024;

/** @param {string} word @returns {string} as a shell takes it */
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export class Engine {
  #said;

  /**
   * @param {object} options
   * @param {string} options.folder of docker-compose.yml
   * @param {string[]} options.envFiles
   * @param {boolean} [options.dryRun]
   * @param {NodeJS.ProcessEnv} [options.env]
   * @param {(line: string) => void} [options.report] where a dry run prints to
   */
  constructor({ folder, envFiles, dryRun = false, env = process.env, report = console.log }) {
    this.folder = folder;
    this.dryRun = dryRun;
    this.env = env;
    this.#said = report;
    this.prefix = ['compose', ...envFiles.flatMap((file) => ['--env-file', file])];
  }

  /** Asks. @param {string[]} args of docker @returns {Promise<string>} what it printed @throws {LaunchFailure} */
  look(...args) {
    return this.#run(args);
  }

  /** The same of compose and this project. @param {string[]} args @returns {Promise<string>} @throws {LaunchFailure} */
  lookCompose(...args) {
    return this.#run([...this.prefix, ...args]);
  }

  /** @param {string[]} args of docker @returns {Promise<string>} what it printed; '' in a dry run */
  async change(...args) {
    if (this.dryRun) this.#said(`  docker ${args.map(quoted).join(' ')}`);
    return this.dryRun ? '' : this.#run(args);
  }

  /** @param {string[]} args of compose @returns {Promise<string>} what it printed; '' in a dry run */
  async changeCompose(...args) {
    if (this.dryRun) this.#said(`  npm run compose -- ${args.map(quoted).join(' ')}`);
    return this.dryRun ? '' : this.#run([...this.prefix, ...args], LONG_MS);
  }

  /**
   * Runs a program for long, with its output on the terminal.
   * @param {string} command
   * @param {string[]} args
   * @param {string} said in a dry run, and in a failure
   */
  async show(command, args, said) {
    if (this.dryRun) return this.#said(`  ${said}`);
    const stdio = /** @type {const} */ (['ignore', 'inherit', 'inherit']);
    const child = spawn(command, args, { cwd: this.folder, env: this.env, stdio });
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    if (code !== 0) throw new LaunchFailure(`${said} failed.`);
  }

  /** @param {string[]} args of compose */
  showCompose(...args) {
    return this.show('docker', [...this.prefix, ...args], `npm run compose -- ${args.map(quoted).join(' ')}`);
  }

  async #run(args, timeout = COMMAND_MS) {
    try {
      const { stdout } = await execute('docker', args, {
        cwd: this.folder,
        env: this.env,
        timeout,
        maxBuffer: OUTPUT_BYTES,
      });
      return stdout.trim();
    } catch (error) {
      if (error.code === 'ENOENT') {
        throw new LaunchFailure('There is no docker here: install Docker Engine and its compose plugin.');
      }
      const own = args.slice(args[0] === 'compose' ? this.prefix.length : 0).slice(0, 6);
      const detail = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message;
      throw new LaunchFailure(`docker ${own.join(' ')} ... failed.`, { detail, cause: error });
    }
  }
}
