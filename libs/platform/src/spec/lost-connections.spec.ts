import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startStack, type Stack } from '@inkling/testing';
import type { Pool } from 'pg';
import { Database, POOL } from '../index.js';
import { notesService } from './notes-service.spec-support.js';

const SIZE = 3;

describe('a connection that dies in a transaction', () => {
  let stack: Stack;
  let database: Database;
  let pool: Pool;
  beforeAll(async () => {
    stack = await startStack({ services: [notesService], env: { DATABASE_POOL: String(SIZE) } });
    database = stack.service('auth').app.get(Database);
    pool = stack.service('auth').app.get<Pool>(POOL);
  });
  afterAll(() => stack.stop());

  const processId = async (query: (sql: { text: string }) => Promise<{ pid: number }[]>) =>
    (await query({ text: 'select pg_backend_pid() as pid' }))[0]!.pid;
  const kill = (pid: number) => stack.sql('auth', 'select pg_terminate_backend($1)', [pid]);
  const inUse = () => pool.totalCount - pool.idleCount;

  it.each([
    [
      'in the middle',
      async (pid: number, query: (sql: { text: string }) => Promise<unknown>) => {
        await Promise.all([query({ text: 'select pg_sleep(60)' }), kill(pid)]);
      },
    ],
    [
      'before its commit',
      async (pid: number) => {
        await kill(pid);
        await eventually(
          async () => (await stack.sql('auth', 'select 1 from pg_stat_activity where pid = $1', [pid])).length === 0,
        );
      },
    ],
  ])('%s is no longer counted among those in use', async (_when, die) => {
    // More often than there are connections, so that a leaked one would be missed.
    for (let time = 0; time <= SIZE; time += 1) {
      const lost = database.transaction(async (tx) => {
        await die(await processId((sql) => tx.query<{ pid: number }>(sql)), (sql) => tx.query(sql));
      });
      await expect(lost).rejects.toThrow();
    }
    await eventually(() => expect(inUse()).toBe(0));
    expect(await database.transaction((tx) => tx.query({ text: 'select 1 as one' }))).toEqual([{ one: 1 }]);
  });

  it('goes back to the pool when the transaction only fails', async () => {
    let first = 0;
    await expect(
      database.transaction(async (tx) => {
        first = await processId((sql) => tx.query<{ pid: number }>(sql));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const pids = await Promise.all(
      [1, 2].map(() => database.transaction((tx) => processId((sql) => tx.query<{ pid: number }>(sql)))),
    );
    expect(pids).toContain(first);
  });
});
