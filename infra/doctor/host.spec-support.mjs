/**
 * A host for the command to look at: a folder, programs on the PATH with prepared answers, and a server that
 * plays the origin.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../local/ports.mts';
import { completeFile } from '../secrets/env-file.mts';

const PROGRAM = join(import.meta.dirname, 'doctor.mjs');
const CONFIG = { product: 'Inkling', version: '0.1.0', environment: 'production' };
const ID = 'f'.repeat(64);
const RUN_MS = 60_000;

/** What the gateway says to the looks of the checks, behind a proxy that hands everything on. */
export async function playOrigin({ tls, date, largest = Infinity } = {}) {
  const answer = (request, response) => {
    if (date) response.setHeader('date', date.toUTCString());
    const send = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (Number(request.headers['content-length'] ?? 0) > largest) return send(413, {});
    if (request.headers.expect) response.writeContinue();
    if (request.method === 'POST') {
      request.resume();
      request.on('end', () => send(401, { code: 'unauthorized' }));
    } else if (request.url === '/api/config') send(200, CONFIG);
    else if (request.url === '/health/live') send(200, { status: 'ok' });
    else if (request.url === '/health/client') send(200, { address: request.socket.remoteAddress });
    else send(404, { code: 'not-found' });
    return undefined;
  };
  const server = tls ? createSecureServer(tls, answer) : createServer(answer);
  server.on('checkContinue', answer);
  server.on('upgrade', (_request, socket) => {
    const body = JSON.stringify({ code: 'unauthorized' });
    socket.end(`HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, port, close };
}

export class SpecHost {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    this.bin = join(folder, 'bin');
    this.envFile = join(folder, '.env');
  }

  /** A host on which all is well: `origin` answers, docker and the clock say what they should. */
  static async make({ origin, settings = {}, engine = '27.5.1', compose = '2.32.4', clock = 'yes', root = '/tmp' }) {
    const host = new SpecHost(await mkdtemp(join(tmpdir(), 'inkling-doctor-')));
    await mkdir(host.bin);
    await completeFile(host.envFile, { origin });
    const port = await freePort();
    await host.set({ HTTP_PORT: port, HTTP_BIND: '127.0.0.1', MAIL_FROM: 'Inkling <hello@example.org>', ...settings });
    const container = inspected({ service: 'gateway', image: 'inkling/gateway:local' });
    await host.program('docker', [
      ['version --format*', engine],
      ['compose version --short', compose],
      ['info --format*', root],
      ['*ps --all --quiet*', ID],
      ['*config --services', 'gateway'],
      ['inspect*', JSON.stringify([container])],
      ['image inspect*', container.Image],
    ]);
    await host.program('timedatectl', [['show*', clock]]);
    await mkdir(join(host.folder, 'backups', 'one'), { recursive: true });
    await host.backUp(Date.now());
    return host;
  }

  /** Adds lines to the file of settings. */
  async set(settings) {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(this.envFile, lines.join(''), { flag: 'a' });
  }

  /** Says of a backup when it was finished, and when its restore was tried. */
  async backUp(finished, verified = finished) {
    const folder = join(this.folder, 'backups', 'one');
    const iso = (time) => new Date(time).toISOString();
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ manifest: { finishedAt: iso(finished) } }));
    await writeFile(join(folder, 'verified.json'), JSON.stringify({ verifiedAt: iso(verified) }));
  }

  /** Puts a program on the PATH that answers by patterns of its arguments, and fails for all others. */
  async program(name, answers) {
    const cases = answers.map(
      ([pattern, text]) => `  ${pattern.replaceAll(' ', '\\ ')}) cat <<'EOF'\n${text}\nEOF\n  ;;`,
    );
    const path = join(this.bin, name);
    await writeFile(path, `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\n  *) exit 1 ;;\nesac\n`);
    await chmod(path, 0o755);
  }

  /**
   * @param {string[]} [args]
   * @param {{ wrap?: string[] }} [options] `wrap`: a command that runs the program, such as unshare
   * @returns {Promise<{ code: number, output: string, findings: { state: string, check: string, found: string, advice?:
   *   string }[] }>}
   */
  run(args = [], { wrap = [] } = {}) {
    const PATH = [this.bin, dirname(process.execPath), '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(delimiter);
    const options = ['--compose', '--file', this.envFile, '--backups', join(this.folder, 'backups'), '--json', ...args];
    const [command, ...rest] = [...wrap, process.execPath, PROGRAM, ...options];
    return new Promise((resolve, reject) => {
      execFile(command, rest, { env: { PATH, HOME: this.folder }, timeout: RUN_MS }, (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        const output = stdout + stderr;
        if (code !== 0 && code !== 1)
          return reject(new Error(`the command ended with ${code}: ${output}`, { cause: error }));
        return resolve({ code, output, findings: JSON.parse(stdout).findings });
      });
    });
  }

  remove() {
    return rm(this.folder, { recursive: true, force: true });
  }
}

function inspected({ service, image }) {
  return {
    Name: `/inkling-${service}-1`,
    Image: `sha256:${ID}`,
    Config: { Image: image, Labels: { 'com.docker.compose.service': service } },
    State: { Status: 'running', Health: { Status: 'healthy' }, ExitCode: 0, Pid: 0 },
    RestartCount: 0,
    HostConfig: { PortBindings: {}, RestartPolicy: { Name: 'unless-stopped' } },
  };
}
