import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { Database, Metrics, ReadReplica, allowLateReads, deleteInBatches, lockIds } from '../index.js';
import { Note, notesService, type NotesTables } from './notes-service.spec-support.js';

let stack: Stack;
let database: Database;
/** The same, which knows the notes. */
let notes: Database<NotesTables>;
beforeAll(async () => {
  stack = await startStack({ services: [notesService] });
  database = stack.service('auth').app.get(Database);
  notes = stack.service('auth').app.get<Database<NotesTables>>(Database);
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

describe('reads that may be late', () => {
  it('are ordinary ones where no standby is set', () => {
    expect(database.reads).toBe(database);
  });

  it('stay on the primary where DATABASE_READ_URL names no standby', async () => {
    const replica = new ReadReplica({
      url: stack.env('auth')['DATABASE_URL']!,
      max: 2,
      service: 'spec',
      primary: database.pool,
      metrics: new Metrics('spec'),
    });
    const read = () =>
      allowLateReads(() =>
        replica.read(
          async () => 'standby',
          async () => 'primary',
        ),
      );
    const asked = `select from pg_stat_activity where application_name = 'inkling-spec-replica' and query <> ''
      and state = 'idle'`;
    try {
      expect(await read()).toBe('primary');
      await eventually(async () => (await stack.sql('auth', asked)).length > 0);
      expect(await read()).toBe('primary');
    } finally {
      await replica.onApplicationShutdown();
    }
  });
});

describe('deletion in batches', () => {
  const ids = async () => (await stack.sql<{ id: number }>('auth', 'select user_id::int as id from notes')).length;

  it('that waits for locks also deletes a row that changed meanwhile', async () => {
    await stack.sql('auth', `insert into notes values (1, 'old')`);
    let deletion: Promise<number> | undefined;
    await database.transaction(async (tx) => {
      await tx.query({ text: `update notes set name = 'old too'` });
      deletion = deleteInBatches(database, { table: 'notes', where: `name like 'old%'`, locked: 'wait' });
      await eventually(async () =>
        expect(
          await stack.sql(
            'auth',
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(1),
      );
    });
    expect([await deletion, await ids()]).toEqual([1, 0]);
  });

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

  it('waits for locked rows where nothing would come back for them', async () => {
    await stack.sql('auth', `truncate notes`);
    await stack.sql('auth', `insert into notes select g, 'old' from generate_series(1, 3) g`);
    let deleted: Promise<number> | undefined;
    await database.transaction(async (tx) => {
      await tx.query({ text: 'select 1 from notes limit 1 for update' });
      deleted = deleteInBatches(database, { table: 'notes', where: 'true', locked: 'wait' });
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from notes%'`;
      await eventually(async () => (await stack.sql('auth', waiting)).length > 0);
    });
    expect([await deleted, await ids()]).toEqual([3, 0]);
  });
});

describe('locks of ids', () => {
  it('keep out the same id for the same purpose until the transaction ends, and nobody else', async () => {
    const steps: string[] = [];
    const take = (purpose: string, id: number, step: string): Promise<unknown> =>
      database.transaction(async (tx) => {
        await lockIds(tx, purpose, [id]);
        steps.push(step);
      });
    let same: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      await lockIds(tx, 'spec', [1, 2]);
      same = take('spec', 2, 'same');
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
      await eventually(async () => (await stack.sql('auth', waiting)).length > 0);
      await take('spec', 3, 'another id');
      await take('other', 2, 'another purpose');
      steps.push('commit');
    });
    await same;
    expect(steps).toEqual(['another id', 'another purpose', 'commit', 'same']);
  });
});

describe('Kysely', () => {
  const columns = ['user_id', 'name'] as const;

  it('prepares a read once, whatever its values, and no write', async () => {
    const { kysely } = notes;
    for (const id of [1, 2, 3]) {
      await kysely.selectFrom('notes').select('name').where('user_id', '=', id).execute();
      await kysely.updateTable('notes').set({ name: 'x' }).where('user_id', '=', id).execute();
    }
    // Statements that follow one another run on one connection.
    const prepared = await database.query<{ runs: number }>({
      text: `select (generic_plans + custom_plans)::int as runs from pg_prepared_statements
             where statement like '%"notes"%'`,
    });
    expect(prepared).toEqual([{ runs: 3 }]);
  });

  it('reads and writes by itself, with the rows that it changed', async () => {
    await stack.sql('auth', `truncate notes`);
    const { kysely } = notes;
    await kysely.insertInto('notes').values({ user_id: 1, name: 'a' }).execute();
    const updated = await kysely.updateTable('notes').set({ name: 'b' }).where('user_id', '=', 1).executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(1n);
    expect(await kysely.selectFrom('notes').select(columns).execute()).toEqual([{ user_id: 1, name: 'b' }]);
  });

  it('in a transaction shares its connection, and sees what entities have changed', async () => {
    await stack.sql('auth', `truncate notes`);
    const failing = notes.transaction(async (tx) => {
      tx.em.create(Note, { userId: 1, name: 'entity' });
      expect(await tx.kysely.selectFrom('notes').select(columns).execute()).toEqual([{ user_id: 1, name: 'entity' }]);
      await tx.kysely.insertInto('notes').values({ user_id: 2, name: 'kysely' }).execute();
      const ids = (await tx.em.find(Note, {}, { orderBy: { userId: 'asc' } })).map(({ userId }) => userId);
      expect(ids).toEqual([1, 2]);
      expect(await notes.kysely.selectFrom('notes').select(columns).execute()).toEqual([]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await stack.sql('auth', 'select from notes')).toEqual([]);
  });

  it('leaves changed entities to be written by the commit', async () => {
    await stack.sql('auth', `truncate notes`);
    await notes.transaction(async (tx) => {
      tx.em.create(Note, { userId: 1, name: 'new' });
    });
    await notes.transaction(async (tx) => {
      (await tx.em.findOneOrFail(Note, 1)).name = 'newer';
    });
    expect(await stack.sql('auth', 'select name from notes')).toEqual([{ name: 'newer' }]);
  });
});

describe('values of rows', () => {
  it('are numbers for bigint and a Date for timestamptz', async () => {
    const text = `
      select 9007199254740991::bigint as id, array[1, null]::bigint[] as ids,
        timestamptz '2026-11-22T10:00:00.123Z' as at`;
    const row = { id: Number.MAX_SAFE_INTEGER, ids: [1, null], at: new Date('2026-11-22T10:00:00.123Z') };
    expect(await database.query({ text })).toEqual([row]);
    expect(await database.transaction((tx) => tx.query({ text }))).toEqual([row]);
  });

  it('are never rounded', async () => {
    await expect(database.query({ text: 'select 9007199254740993::bigint' })).rejects.toThrow('too large for a number');
    expect(await database.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }]);
  });
});
