/**
 * A host for the command to look at: a folder, programs on the PATH with prepared answers, and a server that
 * plays the origin.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../local/ports.mts';
import { completeFile } from '../secrets/env-file.mts';
import type { Finding } from './findings.mts';

const PROGRAM = join(import.meta.dirname, 'doctor.mjs');
const CONFIG = { product: 'Inkling', version: '0.1.0', environment: 'production' };
const ID = 'f'.repeat(64);
const RUN_MS = 60_000;
const CONTAINER = {
  Name: '/inkling-gateway-1',
  Image: `sha256:${ID}`,
  Config: { Image: 'inkling/gateway:local', Labels: { 'com.docker.compose.service': 'gateway' } },
  State: { Status: 'running', Health: { Status: 'healthy' }, ExitCode: 0, Pid: 0 },
  RestartCount: 0,
  HostConfig: { PortBindings: {}, RestartPolicy: { Name: 'unless-stopped' } },
};

/**
 * Answers like the gateway behind a proxy that hands everything on.
 * @param options `date`: of its clock; `largest`: bytes of a body that it takes
 */
export async function playOrigin({
  tls,
  date,
  largest = Infinity,
}: { tls?: { key: string; cert: string }; date?: Date; largest?: number } = {}) {
  const answer: RequestListener = (request, response) => {
    if (date) response.setHeader('date', date.toUTCString());
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (Number(request.headers['content-length'] ?? 0) > largest) return void send(413, {});
    if (request.headers.expect) response.writeContinue();
    if (request.method === 'POST') {
      request.resume();
      request.on('end', () => send(401, { code: 'unauthorized' }));
    } else if (request.url === '/api/config') send(200, CONFIG);
    else if (request.url === '/health/live') send(200, { status: 'ok' });
    else if (request.url === '/health/client') send(200, { address: request.socket.remoteAddress });
    else send(404, { code: 'not-found' });
  };
  const server = tls ? createSecureServer(tls, answer) : createServer(answer);
  server.on('checkContinue', answer);
  server.on('upgrade', (_request, socket) => {
    const body = JSON.stringify({ code: 'unauthorized' });
    socket.end(`HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, port, close };
}

export class SpecHost {
  readonly folder: string;
  readonly bin: string;
  readonly envFile: string;

  constructor(folder: string) {
    this.folder = folder;
    this.bin = join(folder, 'bin');
    this.envFile = join(folder, '.env');
  }

  /** A host on which all is well: `origin` answers, docker and the clock say what they should. */
  static async make({
    origin,
    settings = {},
    engine = '27.5.1',
    compose = '2.32.4',
    clock = 'yes',
  }: {
    origin: string;
    settings?: Record<string, string>;
    engine?: string;
    compose?: string;
    clock?: string;
  }) {
    const host = new SpecHost(await mkdtemp(join(tmpdir(), 'inkling-doctor-')));
    await mkdir(host.bin);
    await completeFile(host.envFile, { origin });
    const port = await freePort();
    await host.set({ HTTP_PORT: port, HTTP_BIND: '127.0.0.1', MAIL_FROM: 'Inkling <hello@example.org>', ...settings });
    await host.program('docker', [
      ['version --format*', engine],
      ['compose version --short', compose],
      ['info --format*', '/tmp'],
      ['*ps --all --quiet*', ID],
      ['*config --services', 'gateway'],
      ['inspect*', JSON.stringify([CONTAINER])],
      ['image inspect*', CONTAINER.Image],
    ]);
    await host.program('timedatectl', [['show*', clock]]);
    await mkdir(join(host.folder, 'backups', 'one'), { recursive: true });
    await host.backUp(Date.now());
    return host;
  }

  /** Adds lines to the file of settings. */
  async set(settings: Record<string, string | number>) {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(this.envFile, lines.join(''), { flag: 'a' });
  }

  /** Says of a backup when it was finished, and when its restore was tried. */
  async backUp(finished: number, verified = finished) {
    const folder = join(this.folder, 'backups', 'one');
    const iso = (time: number) => new Date(time).toISOString();
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ manifest: { finishedAt: iso(finished) } }));
    await writeFile(join(folder, 'verified.json'), JSON.stringify({ verifiedAt: iso(verified) }));
  }

  /** Puts a program on the PATH that answers by patterns of its arguments, and fails for all others. */
  async program(name: string, answers: [pattern: string, text: string][]) {
    const cases = answers.map(
      ([pattern, text]) => `  ${pattern.replaceAll(' ', '\\ ')}) cat <<'EOF'\n${text}\nEOF\n  ;;`,
    );
    const path = join(this.bin, name);
    await writeFile(path, `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\n  *) exit 1 ;;\nesac\n`);
    await chmod(path, 0o755);
  }

  /** @param options `wrap`: a command that runs the program, such as unshare */
  run(args: string[] = [], { wrap = [] }: { wrap?: string[] } = {}) {
    const PATH = [this.bin, dirname(process.execPath), '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(delimiter);
    const options = ['--compose', '--file', this.envFile, '--backups', join(this.folder, 'backups'), '--json', ...args];
    const [command, ...rest] = [...wrap, process.execPath, PROGRAM, ...options];
    type Found = Finding & { check: string };
    return new Promise<{ code: number; output: string; findings: Found[] }>((resolve, reject) => {
      execFile(command, rest, { env: { PATH, HOME: this.folder }, timeout: RUN_MS }, (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        const output = stdout + stderr;
        if (code === 0 || code === 1) resolve({ code, output, findings: JSON.parse(stdout).findings });
        else reject(new Error(`the command ended with ${code}: ${output}`, { cause: error }));
      });
    });
  }

  remove() {
    return rm(this.folder, { recursive: true, force: true });
  }
}
