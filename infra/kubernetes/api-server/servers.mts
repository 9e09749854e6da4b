/** A real Kubernetes API server with its etcd on the loopback interface, without nodes or controllers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../local/ports.mts';
import type { Programs } from './build.mts';

const START_MS = 90_000;
const STOP_MS = 15_000;
const CALL_MS = 30_000;

/** What the server answers with, as far as it is read: a Status, a list of resources, or a version. */
export interface Body {
  message?: string;
  resources?: { name: string; kind: string; namespaced: boolean }[];
  gitVersion?: string;
}

export interface Answer {
  status: number;
  /** `message` is the whole text of an answer that is no JSON object. */
  body: Body;
  warnings: string[];
}

export interface ApiServer {
  /** @param type of the request's body */
  call(method: string, path: string, body?: unknown, type?: string): Promise<Answer>;
  stop(): Promise<void>;
}

/** Why the server refused. */
export const reasonOf = ({ message, ...rest }: Body) => message ?? JSON.stringify(rest);

const flags = (values: Record<string, string | number>) =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

/**
 * @param folder for data and logs; the caller removes it
 * @throws when the server is not ready within a minute and a half
 */
export async function startApiServer(programs: Programs, folder: string): Promise<ApiServer> {
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()];
  const token = randomBytes(24).toString('hex');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const file = (name: string) => join(folder, name);
  await writeFile(file('accounts.key'), privateKey, { mode: 0o600 });
  await writeFile(file('accounts.pub'), publicKey);
  await writeFile(file('tokens.csv'), `${token},check,check,system:masters\n`, { mode: 0o600 });
  const at = (number: number) => `http://127.0.0.1:${number}`;
  const etcd = flags({
    'data-dir': file('etcd'),
    'listen-client-urls': at(client),
    'advertise-client-urls': at(client),
    'listen-peer-urls': at(peer),
    'initial-advertise-peer-urls': at(peer),
    'initial-cluster': `default=${at(peer)}`,
    'unsafe-no-fsync': 'true',
  });
  const apiServer = flags({
    'etcd-servers': at(client),
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'secure-port': port,
    'cert-dir': file('certificates'),
    'service-cluster-ip-range': '10.96.0.0/16',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': file('accounts.pub'),
    'service-account-signing-key-file': file('accounts.key'),
    'token-auth-file': file('tokens.csv'),
    'authorization-mode': 'RBAC',
    'endpoint-reconciler-type': 'none',
  });
  const children = [
    start(programs.etcd, etcd, file('etcd.log')),
    start(programs.apiServer, apiServer, file('kube-apiserver.log')),
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
  const call: ApiServer['call'] = (method, path, body, type = 'application/json') =>
    send({ agent, port, method, path, body, headers: { authorization: `Bearer ${token}`, 'content-type': type } });
  const stop = async () => {
    agent.destroy();
    for (const child of children.toReversed()) await end(child);
  };
  const deadline = Date.now() + START_MS;
  while ((await call('GET', '/readyz').catch(() => undefined))?.status !== 200) {
    if (Date.now() > deadline || children.some(hasEnded)) {
      await stop();
      throw new Error(`the API server does not start: see the logs in ${folder}`);
    }
    await delay(250);
  }
  return { call, stop };
}

/** In this process's group, so that Ctrl-C ends it as well. */
function start(program: string, args: string[], log: string) {
  const output = openSync(log, 'a');
  return spawn(program, args, { stdio: ['ignore', output, output] });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess) {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}

interface Call {
  agent: Agent;
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

function send({ agent, port, method, path, headers, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, method, path, headers, timeout: CALL_MS };
    const outgoing = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const warnings = [answer.headers.warning ?? []].flat();
        const parsed: Body = text.startsWith('{') ? JSON.parse(text) : { message: text };
        resolve({ status: answer.statusCode ?? 0, body: parsed, warnings });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no answer`)));
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
