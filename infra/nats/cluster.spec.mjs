import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { parseAllDocuments } from 'yaml';
import { acquireNats } from '../local/nats-acquire.mts';
import { ROOT } from '../local/paths.mjs';
import { freePort } from '../local/ports.mts';
import { isAtLeast } from '../local/version.mjs';
import { USERS } from './access.mts';
import { passwordOf } from './server.spec-support.mts';

const NODES = ['inkling-nats-0', 'inkling-nats-1', 'inkling-nats-2'];
const PASSWORD = 'Known1to2the3nodes';

describe('the cluster of NATS', () => {
  const children = [];
  const ports = {};
  let folder;
  let server;
  /** The addresses of the StatefulSet, replaced by those on this machine. */
  const here = (text) =>
    NODES.reduce(
      (now, name) => now.replaceAll(`${name}.inkling-nats-headless:6222`, `127.0.0.1:${ports[name].route}`),
      text,
    );
  const start = (name, args, env = {}) => {
    const child = spawn(server.path, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    const log = createWriteStream(join(folder, `${name}.log`));
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    children.push(child);
  };
  const logOf = (name) => readFileSync(join(folder, `${name}.log`), 'utf8');
  const monitor = async (name, path) => (await fetch(`http://127.0.0.1:${ports[name].monitor}/${path}`)).json();
  const idOf = async (name) => (await monitor(name, 'varz')).server_id;
  /** Ids of the nodes that a node is connected to; newer servers have several connections to each. */
  const connectedTo = async (name) =>
    new Set(((await monitor(name, 'routez')).routes ?? []).map(({ remote_id: remote }) => remote));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-nats-'));
    const given = process.env.INKLING_TEST_NATS;
    server = given ? { path: given } : await acquireNats();
    for (const name of [...NODES, 'stranger'])
      ports[name] = { client: await freePort(), route: await freePort(), monitor: await freePort() };
    await copyFile(join(import.meta.dirname, 'permissions.conf'), join(folder, 'permissions.conf'));
    const [, set] = parseAllDocuments(readFileSync(join(ROOT, 'k8s/components/nats/nats.yaml'), 'utf8')).map(
      (document) => document.toJS(),
    );
    const { args } = set.spec.template.spec.containers[0];
    for (const name of NODES) {
      const { client, route, monitor: http } = ports[name];
      let text = here(readFileSync(join(import.meta.dirname, 'cluster.conf'), 'utf8'))
        .replace('"0.0.0.0:4222"', `"127.0.0.1:${client}"`)
        .replace('"0.0.0.0:8222"', `"127.0.0.1:${http}"`)
        .replace('"0.0.0.0:6222"', `"127.0.0.1:${route}"`)
        .replace('"/data"', JSON.stringify(join(folder, name)));
      // Servers before 2.10 do not know this setting.
      if (server.version && !isAtLeast(server.version, [2, 10, 0])) text = text.replace(/^ *sync_interval: .*$/m, '');
      writeFileSync(join(folder, `${name}.conf`), text);
      const given = args.map((arg) =>
        here(arg.replaceAll('$(NATS_CLUSTER_PASSWORD)', PASSWORD))
          .replace('/etc/nats/nats.conf', join(folder, `${name}.conf`))
          .replace('/tmp/nats.pid', join(folder, `${name}.pid`)),
      );
      start(name, given, {
        NATS_SERVER_NAME: name,
        NATS_CLUSTER_PASSWORD: PASSWORD,
        ...Object.fromEntries(USERS.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, passwordOf(user)])),
      });
    }
  }, 90_000);
  afterAll(async () => {
    await Promise.all(
      children.map(
        (child) => child.exitCode ?? new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGKILL')),
      ),
    );
    await rm(folder, { recursive: true, force: true });
  });

  it('consists of the three nodes of the StatefulSet, and refuses a node without its password', async () => {
    for (const name of NODES) {
      const others = NODES.filter((other) => other !== name);
      await eventually(
        async () => expect(await connectedTo(name)).toEqual(new Set(await Promise.all(others.map(idOf)))),
        { timeoutMs: 30_000 },
      );
    }
    for (const name of NODES) expect(logOf(name)).not.toMatch(/authentication error|Authorization Violation/);

    const { client, route, monitor: http } = ports.stranger;
    writeFileSync(
      join(folder, 'stranger.conf'),
      here(
        `server_name: stranger
listen: "127.0.0.1:${client}"
http: "127.0.0.1:${http}"
cluster {
  name: inkling, listen: "127.0.0.1:${route}"
  routes: ["nats-route://${NODES[0]}.inkling-nats-headless:6222"]
}
`,
      ),
    );
    start('stranger', ['-c', join(folder, 'stranger.conf')]);
    await eventually(() => expect(logOf('stranger')).toMatch(/Authorization Violation/), { timeoutMs: 30_000 });
    expect((await connectedTo('stranger')).size).toBe(0);
    for (const name of NODES) expect(await connectedTo(name)).not.toContain(await idOf('stranger'));
  }, 90_000);
});
