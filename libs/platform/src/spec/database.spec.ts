import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@inkling/testing';
import { Database, deleteInBatches } from '../index.js';
import { notesService } from './notes-service.spec-support.js';

let stack: Stack;
let database: Database;
beforeAll(async () => {
  stack = await startStack({ services: [notesService] });
  database = stack.service('auth').app.get(Database);
  await stack.sql('auth', 'create sequence attempts');
  await stack.sql('auth', 'grant all on sequence attempts to public');
  // A sequence keeps its value when the statement fails.
  await stack.sql(
    'auth',
    `create function fail_first(times int, code text) returns int language plpgsql as $$
     declare attempt int := nextval('attempts');
     begin
       if attempt <= times then raise exception using errcode = code; end if;
       return attempt;
     end $$`,
  );
});
afterAll(() => stack.stop());

describe('a statement by itself', () => {
  const failFirst = async (times: number, code: string): Promise<unknown> => {
    await stack.sql('auth', `alter sequence attempts restart`);
    return database.query({ text: 'select fail_first($1, $2) as attempt', values: [times, code] });
  };

  it.each(['40P01', '40001'])('is tried once more after a failure that others have caused (%s)', async (code) => {
    expect(await failFirst(1, code)).toEqual([{ attempt: 2 }]);
    await expect(failFirst(2, code)).rejects.toMatchObject({ code });
  });

  it('is not tried again after any other failure', async () => {
    await expect(failFirst(1, '22P02')).rejects.toMatchObject({ code: '22P02' });
  });

  it('is given up after its own time limit', async () => {
    await expect(database.query({ text: 'select pg_sleep(60)', timeoutMs: 50 })).rejects.toThrow('timeout');
  });
});

describe('deletion in batches', () => {
  const ids = async () => (await stack.sql<{ id: number }>('auth', 'select user_id::int as id from notes')).length;

  it('deletes what its condition finds, a batch at a time, and leaves what is locked', async () => {
    await stack.sql('auth', `insert into notes select g, 'old' from generate_series(1, 25) g`);
    await stack.sql('auth', `insert into notes values (100, 'new')`);
    const old = { table: 'notes', where: 'name = $1', values: ['old'], batch: 10 };
    expect(await deleteInBatches(database, { ...old, batches: 1 })).toBe(10);
    expect(await ids()).toBe(16);
    await database.transaction(async (tx) => {
      await tx.query({ text: `select 1 from notes where name = 'old' limit 1 for update` });
      expect(await deleteInBatches(database, old)).toBe(14);
    });
    expect(await deleteInBatches(database, { ...old, stopping: AbortSignal.abort() })).toBe(0);
    expect(await deleteInBatches(database, old)).toBe(1);
    expect(await stack.sql('auth', 'select name from notes')).toEqual([{ name: 'new' }]);
  });
});
