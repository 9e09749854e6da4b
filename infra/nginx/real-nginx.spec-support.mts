import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { request, type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { eventually } from '@inkling/testing';
import { ROOT } from '../local/paths.mjs';
import { freePort } from '../local/ports.mts';
import { acquireNginx } from './acquire-nginx.mts';

const HERE = join(ROOT, 'infra', 'nginx');
const WEB_BUILD = join(ROOT, 'web', 'dist');
/** An unprivileged user, as in the image: only root can switch to it. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** @returns path of the program; undefined, after printing the reason, when nothing can be tested */
export async function nginxOrReason() {
  const reason = existsSync(join(WEB_BUILD, 'index.html'))
    ? undefined
    : 'the web application is not built: npm run build';
  const program = reason ? undefined : await acquireNginx();
  if (!program) console.warn(`Not tested: ${reason ?? 'there is no nginx on the PATH, and none could be fetched'}`);
  return program;
}

/** A copy of the built web application, which stays unchanged while the application is rebuilt. */
export function copyBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-build-'));
  cpSync(WEB_BUILD, folder, { recursive: true, preserveTimestamps: true });
  chmodSync(folder, 0o755);
  return folder;
}

/** nginx with the image's configuration in a temporary folder. Only paths and the port differ. */
export class RealNginx {
  readonly program;
  readonly folder;
  readonly port;
  readonly origin;
  readonly place;
  readonly webRoot;
  #child?: ChildProcess;
  #stderr = '';

  constructor(program: string, folder: string, port: number) {
    this.program = program;
    this.folder = folder;
    this.port = port;
    this.origin = `http://127.0.0.1:${port}`;
    this.place = join(folder, 'place');
    this.webRoot = join(folder, 'web');
  }

  /**
   * @param env variables of start.sh, GATEWAY among them
   * @param build the web application to serve
   */
  static async start(program: string, env: NodeJS.ProcessEnv, build: string = WEB_BUILD) {
    const nginx = new RealNginx(program, mkdtempSync(join(tmpdir(), 'inkling-nginx-')), await freePort());
    nginx.#lay(build);
    await nginx.#run(env);
    return nginx;
  }

  /** @returns what start.sh prints instead of starting */
  static async refusal(program: string, env: NodeJS.ProcessEnv) {
    const nginx = new RealNginx(program, mkdtempSync(join(tmpdir(), 'inkling-nginx-')), await freePort());
    nginx.#lay(WEB_BUILD);
    const child = nginx.#spawn(env);
    const timer = setTimeout(() => child.kill(), 20_000);
    await new Promise((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    rmSync(nginx.folder, { recursive: true });
    return nginx.stderr;
  }

  #lay(build: string) {
    const { folder, place, webRoot } = this;
    mkdirSync(place);
    mkdirSync(join(folder, 'conf', 'snippets'), { recursive: true });
    cpSync(build, webRoot, { recursive: true, preserveTimestamps: true });
    for (const name of [
      'nginx.conf',
      'mime.types',
      ...readdirSync(join(HERE, 'snippets')).map((file) => join('snippets', file)),
    ]) {
      const text = readFileSync(join(HERE, name), 'utf8');
      const own = text
        .replaceAll('/etc/nginx/', `${folder}/conf/`)
        .replaceAll('/tmp/nginx', place)
        .replaceAll('/srv/web', webRoot)
        .replaceAll('/dev/stdout', join(place, 'access.log'));
      writeFileSync(join(folder, 'conf', name), own);
    }
    chmodSync(folder, 0o755);
    chmodSync(place, 0o777);
  }

  #spawn(env: NodeJS.ProcessEnv) {
    const child = spawn('sh', [join(HERE, 'start.sh')], {
      env: {
        PATH: [dirname(this.program), process.env.PATH].join(delimiter),
        NGINX_CONF: join(this.folder, 'conf', 'nginx.conf'),
        NGINX_PLACE: this.place,
        LISTEN: `127.0.0.1:${this.port}`,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...NOBODY,
    });
    child.stderr.on('data', (chunk) => {
      this.#stderr += chunk;
    });
    return child;
  }

  async #run(env: NodeJS.ProcessEnv) {
    const child = this.#spawn(env);
    this.#child = child;
    await eventually(async () => child.exitCode !== null || (await this.send('/health/nginx')).status === 200, {
      timeoutMs: 20_000,
    });
    if (child.exitCode !== null) throw new Error(`nginx has ended:\n${this.#stderr}`);
  }

  get stderr() {
    return this.#stderr;
  }

  /** Lines of the access log, parsed. */
  get log() {
    const text = existsSync(join(this.place, 'access.log')) ? readFileSync(join(this.place, 'access.log'), 'utf8') : '';
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  /** When nginx last put a file into its folders for buffered bodies. */
  get lastWritten() {
    return Math.max(...['body', 'proxy'].map((name) => statSync(join(this.place, name)).mtimeMs));
  }

  /** Memory of all workers, in bytes. */
  get memory() {
    const children = readFileSync(`/proc/${this.#child?.pid}/task/${this.#child?.pid}/children`, 'utf8')
      .trim()
      .split(' ');
    return children
      .map((pid) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024)
      .reduce((sum, one) => sum + one, 0);
  }

  /** Sends path and headers unchanged; does not decompress, follow or normalise anything. */
  send(path: string, options?: Asking) {
    return ask(this.port, path, options);
  }

  /**
   * Sends bytes unchanged on a new connection.
   * @returns what came back until the answer was complete, or the connection closed
   */
  raw(text: string | Uint8Array, timeoutMs = 15_000) {
    return new Promise<string>((resolve) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.setTimeout(timeoutMs, () => socket.destroy());
      socket.on('data', (chunk) => {
        answer += chunk;
        // After a refusal nginx goes on listening for what the sender still has on the way.
        const [head, rest] = answer.split('\r\n\r\n');
        if (rest && rest.length >= Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? Infinity)) socket.destroy();
      });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve(answer));
    });
  }

  async stop() {
    const child = this.#child;
    if (child?.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Asking {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array;
  agent?: Agent;
}

/** One request, with the answer's bytes. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, agent }: Asking = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string; json: <T>() => T }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { connection: agent ? 'keep-alive' : 'close', ...headers },
        agent,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: () => JSON.parse(text),
          });
        });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
