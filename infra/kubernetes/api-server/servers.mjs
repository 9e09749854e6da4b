/** A Kubernetes API server with its etcd on the loopback interface: the real one, without nodes or controllers. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { freePort } from '../../local/ports.mts';

const START_MS = 90_000;
const STOP_MS = 15_000;

/**
 * @typedef {object} ApiServer
 * @property {(method: string, path: string, body?: unknown, type?: string) => Promise<{ status: number, body: any,
 *   warnings: string[] }>} call
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ etcd: string, apiServer: string }} programs
 * @param {string} folder for data and logs, thrown away afterwards
 * @returns {Promise<ApiServer>}
 * @throws when they are not ready within a minute and a half
 */
export async function startApiServer(programs, folder) {
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()];
  const token = randomBytes(24).toString('hex');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const file = (name) => join(folder, name);
  await writeFile(file('accounts.key'), privateKey, { mode: 0o600 });
  await writeFile(file('accounts.pub'), publicKey);
  await writeFile(file('tokens.csv'), `${token},check,check,system:masters\n`, { mode: 0o600 });
  const at = (number) => `http://127.0.0.1:${number}`;
  const children = [
    start(
      programs.etcd,
      [
        '--data-dir',
        file('etcd'),
        '--listen-client-urls',
        at(client),
        '--advertise-client-urls',
        at(client),
        '--listen-peer-urls',
        at(peer),
        '--initial-advertise-peer-urls',
        at(peer),
        '--initial-cluster',
        `default=${at(peer)}`,
        '--unsafe-no-fsync',
      ],
      file('etcd.log'),
    ),
    start(
      programs.apiServer,
      [
        '--etcd-servers',
        at(client),
        '--bind-address',
        '127.0.0.1',
        '--advertise-address',
        '127.0.0.1',
        '--secure-port',
        String(port),
        '--cert-dir',
        file('certificates'),
        '--service-cluster-ip-range',
        '10.96.0.0/16',
        '--service-account-issuer',
        'https://kubernetes.default.svc',
        '--service-account-key-file',
        file('accounts.pub'),
        '--service-account-signing-key-file',
        file('accounts.key'),
        '--token-auth-file',
        file('tokens.csv'),
        '--authorization-mode',
        'RBAC',
        '--endpoint-reconciler-type',
        'none',
      ],
      file('kube-apiserver.log'),
    ),
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
  const call = (method, path, body, type = 'application/json') => ask({ agent, port, token, method, path, body, type });
  const stop = async () => {
    agent.destroy();
    for (const child of children.reverse()) await end(child);
  };
  const deadline = Date.now() + START_MS;
  while ((await call('GET', '/readyz').catch(() => undefined))?.status !== 200) {
    if (Date.now() > deadline || children.some(({ exitCode }) => exitCode !== null)) {
      await stop();
      throw new Error(`the API server does not start: see the logs in ${folder}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return { call, stop };
}

function start(program, args, log) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const sink = createWriteStream(log);
  child.stdout.pipe(sink, { end: false });
  child.stderr.pipe(sink, { end: false });
  return child;
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}

function ask({ agent, port, token, method, path, body, type }) {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(payload ? { 'content-type': type, 'content-length': Buffer.byteLength(payload) } : {}),
    };
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers, timeout: 30_000 }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const warnings = [answer.headers.warning ?? []].flat().map(String);
        resolve({ status: answer.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text, warnings });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no answer`)));
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
