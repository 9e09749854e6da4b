import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { healthRpc } from '@inkling/contracts';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { DiscardPolicy, jetstreamManager } from '@nats-io/jetstream';
import { EventStreams, Nats, NotReady, type ReadinessBody } from '../index.js';
import { notesRpc, notesService } from './notes-service.spec-support.js';

/** What an operator is promised. */
const SOON = { timeoutMs: 15_000, intervalMs: 100 };

describe('readiness', () => {
  let stack: Stack;
  let database: string;
  beforeAll(async () => {
    stack = await startStack({ services: [notesService], env: { OPS_PORT: '0' } });
    database = `"${new URL(stack.databaseUrl).pathname.slice(1)}"`;
  });
  afterAll(() => stack.stop());

  const ops = (path: string) => fetch(`http://127.0.0.1:${stack.service('auth').opsPort}${path}`);
  const readiness = async (): Promise<[number, ReadinessBody]> => {
    const response = await ops('/health/ready');
    return [response.status, (await response.json()) as ReadinessBody];
  };
  const READY = [200, { status: 'ok', parts: { nats: 'ok', database: 'ok', events: 'ok' } }];
  const becomes = (part: string, word: string) =>
    eventually(
      async () =>
        expect(await readiness()).toEqual([
          503,
          { status: 'unavailable', parts: { ...(READY[1] as ReadinessBody).parts, [part]: word } },
        ]),
      SOON,
    );
  const recovers = () => eventually(async () => expect(await readiness()).toEqual(READY), SOON);
  /** Changes a setting of the database for all later connections, and closes the present ones. */
  const setting = async (change: string) => {
    await stack.sql('auth', `alter database ${database} ${change}`);
    await stack.sql(
      'auth',
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = 'inkling_auth'`,
    );
  };

  it('is there from the start', async () => {
    expect(await readiness()).toEqual(READY);
  });

  it('says that the database is read-only; what is read goes on, and a write is refused as unavailable', async () => {
    await setting('set default_transaction_read_only = on');
    await becomes('database', 'read-only');
    await expect(stack.rpc.call(healthRpc('auth'), {})).resolves.toMatchObject({
      ready: false,
      parts: { database: 'read-only' },
    });
    await expect(stack.rpc.call(notesRpc.write, { userId: 1, name: 'n' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    const metrics = await (await ops('/metrics')).text();
    expect(metrics).toMatch(/^inkling_ready_check\{check="database",service="auth"\} 0$/m);
    expect(metrics).toMatch(/^inkling_ready_check\{check="nats",service="auth"\} 1$/m);
    expect(metrics).toMatch(/^inkling_ready\{service="auth"\} 0$/m);
    expect((await ops('/health/live')).status).toBe(200);
    await setting('reset default_transaction_read_only');
    await recovers();
    await expect(stack.rpc.call(notesRpc.write, { userId: 1, name: 'n' })).resolves.toEqual({ written: true });
  }, 60_000);

  it('needs room on the disk of the data, and says so when there is none', async () => {
    await setting(`set temp_file_limit = '64kB'`);
    await becomes('database', 'no room for temporary files');
    await setting('reset temp_file_limit');
    await recovers();
  }, 60_000);

  it('says that events are not taken, as when the disk of NATS is full, and publishes them once they are', async () => {
    const operator = await Nats.connect({ servers: stack.nats.url, name: 'spec' });
    const { streams } = await jetstreamManager(operator.connection);
    const limit = (max_bytes: number) => streams.update('auth-events', { max_bytes, discard: DiscardPolicy.New });
    await limit(1);
    await stack.rpc.call(notesRpc.write, { userId: 2, name: 'n' });
    await becomes('events', 'events are not taken');
    await limit(-1);
    await recovers();
    await operator.connection.close();
  }, 60_000);

  it('names the streams that are missing, and JetStream where that does not answer', async () => {
    const streams = stack.service('auth').app.get(EventStreams);
    await expect(streams.expect(['auth-events'])).resolves.toBeUndefined();
    await expect(streams.expect(['auth-events', 'elsewhere-events'])).rejects.toThrow(
      new NotReady('streams missing: elsewhere-events'),
    );
    await stack.nats.stop();
    await eventually(
      async () => expect(await readiness()).toMatchObject([503, { parts: { nats: 'unavailable' } }]),
      SOON,
    );
    await expect(streams.expect(['auth-events'])).rejects.toThrow(NotReady);
    await stack.nats.start();
    await recovers();
  }, 60_000);
});
