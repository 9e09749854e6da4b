import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Generous, because several products may start at once on a busy machine. */
const START_TIMEOUT_MS = 180_000;

/** A whole product, started as `npm start` does. Any part can be killed, and all of it started again. */
export class Instance {
  #launcher;
  #output = '';

  constructor(port, env) {
    this.port = port;
    this.env = env;
    this.origin = `http://127.0.0.1:${port}`;
    this.dataFolder = mkdtempSync(join(tmpdir(), 'inkling-e2e-'));
  }

  /** @param {NodeJS.ProcessEnv} [env] additional settings */
  static async create(env = {}) {
    return new Instance(await freePort(), env);
  }

  /** Resolves when the launcher reports that Inkling is running. */
  async start() {
    this.#output = '';
    const launcher = spawn(process.execPath, ['infra/local/start.mjs'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        PORT: String(this.port),
        DATA_DIR: this.dataFolder,
        AUTH_SIGNUPS_PER_IP: '100000',
        // Journeys create many accounts by plain requests, which would all have to do the work.
        POW_DIFFICULTY: '0',
        AUTH_HASH_MEMORY_KIB: '64',
        // Nothing listens there, so no journey can reach the outside.
        WIKIPEDIA_BASE_URL: 'http://127.0.0.1:9',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#launcher = launcher;
    await new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`It does not start in time:\n${this.#output}`)),
        START_TIMEOUT_MS,
      );
      const read = (chunk) => {
        this.#output += chunk;
        if (!this.#output.includes('Inkling is running at')) return;
        clearTimeout(timer);
        resolve();
      };
      launcher.stdout.on('data', read);
      launcher.stderr.on('data', read);
      launcher.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The launcher ended with ${code}:\n${this.#output}`));
      });
    });
  }

  /** Kills the launcher and the named children at once, without a chance to shut down. Names are those of run files. */
  async kill(children) {
    const ended = new Promise((resolve) => this.#launcher.once('exit', resolve));
    const pids = children
      .map((name) => join(this.dataFolder, 'run', `${name}.json`))
      .filter(existsSync)
      .map((file) => JSON.parse(readFileSync(file, 'utf8')).pid);
    // The launcher first, so that it restarts nothing.
    this.#launcher.kill('SIGKILL');
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    }
    await ended;
    return pids.length;
  }

  /** Names of the running child processes. */
  children() {
    return readdirSync(join(this.dataFolder, 'run'))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -5));
  }

  /** The database's URL for the superuser. */
  get databaseUrl() {
    return `${this.#addresses.databaseUrl}/inkling`;
  }

  /** Address and credentials of its NATS server. */
  get nats() {
    return this.#addresses.nats;
  }

  get #addresses() {
    return JSON.parse(readFileSync(join(this.dataFolder, 'addresses.json'), 'utf8'));
  }

  /** Everything that its services have logged. */
  get logs() {
    const folder = join(this.dataFolder, 'logs');
    return readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
  }

  async stop() {
    const launcher = this.#launcher;
    if (launcher && launcher.exitCode === null && launcher.signalCode === null) {
      const ended = new Promise((resolve) => launcher.once('exit', resolve));
      launcher.kill('SIGTERM');
      await ended;
    }
    rmSync(this.dataFolder, { recursive: true, force: true });
  }
}

/** A free port below the ephemeral range, so that no other process takes it while the product is down. */
async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const free = await new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
