import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '@inkling/testing';
import { openTunnel } from './tunnel.mts';

describe('a tunnel into a closed network', () => {
  let database;
  let tunnel;
  let target;
  beforeAll(async () => {
    const { createTestDatabase } = await import('../test/stack-support.mjs');
    database = await createTestDatabase([]);
    target = new URL(database.ownerUrl);
    // In place of a container: the relay as a process of this machine.
    tunnel = await openTunnel(target.hostname, Number(target.port), [process.execPath]);
  });
  afterAll(async () => {
    tunnel.close();
    await database.drop();
  });
  const through = async (port) => {
    const url = new URL(target);
    url.port = String(port);
    const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 20_000 });
    await client.connect();
    return client;
  };

  it('carries several connections with large answers, and closes them', async () => {
    const clients = await Promise.all([through(tunnel.port), through(tunnel.port)]);
    const answers = await Promise.all(clients.map((client) => client.query(`select repeat('x', 3000000) as text`)));
    for (const { rows } of answers) expect(rows[0].text.length).toBe(3_000_000);
    const pids = await Promise.all(
      clients.map(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid),
    );
    await clients[0].end();
    await eventually(async () =>
      expect((await clients[1].query('select from pg_stat_activity where pid = $1', [pids[0]])).rowCount).toBe(0),
    );
    await clients[1].end();
  });

  it('fails when nothing listens at its end', async () => {
    const nowhere = await openTunnel('127.0.0.1', 1, [process.execPath]);
    await expect(through(nowhere.port)).rejects.toThrow();
    nowhere.close();
  });
});
