import { createHash } from 'node:crypto';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { copyIn, copyOut } from './copy.mts';

const ROWS = 60_000;

/** Lets others run now and then, so that both sides must wait. */
const slow = () => {
  let seen = 0;
  return new Transform({
    transform: (chunk, _encoding, callback) => {
      if (++seen % 200 > 0) callback(null, chunk);
      else setImmediate(() => callback(null, chunk));
    },
  });
};

describe('COPY', () => {
  let database;
  let client;
  beforeAll(async () => {
    const { createTestDatabase } = await import('../test/stack-support.mjs');
    database = await createTestDatabase([]);
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query(
      `create table big as select i as id, repeat(md5(i::text), 1 + i % 40) || E'\\t\\\\N\\n' as text,
         case when i % 3 = 0 then null else i end as maybe from generate_series(1, ${ROWS}) as i`,
    );
    await client.query('create table copy (like big)');
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  const digest = async (table) =>
    (
      await client.query(
        `select md5(string_agg(id || text || coalesce(maybe, -1), '' order by id)) as sum from ${table}`,
      )
    ).rows[0].sum;

  it('brings every byte out and in again, however slow the other side is', async () => {
    const out = copyOut(client, 'copy (select * from big order by id) to stdout');
    const hash = createHash('sha256');
    const parts = [];
    await pipeline(out, slow(), async (source) => {
      for await (const chunk of source) {
        hash.update(chunk);
        parts.push(chunk);
      }
    });
    expect(await out.rows).toBe(ROWS);
    const input = copyIn(client, 'copy copy from stdin');
    await pipeline(Readable.from(parts), slow(), input);
    expect(await input.rows).toBe(ROWS);
    expect(await digest('copy')).toBe(await digest('big'));
    const again = createHash('sha256');
    await pipeline(copyOut(client, 'copy (select * from copy order by id) to stdout'), async (source) => {
      for await (const chunk of source) again.update(chunk);
    });
    expect(again.digest('hex')).toBe(hash.digest('hex'));
  });

  it('fails with the reason of the side that fails, and leaves the connection usable', async () => {
    await expect(
      pipeline(
        copyOut(client, 'copy nothing to stdout'),
        new Writable({ write: (_chunk, _encoding, callback) => callback() }),
      ),
    ).rejects.toThrow('"nothing" does not exist');
    await expect(pipeline(Readable.from(['not\tenough']), copyIn(client, 'copy copy from stdin'))).rejects.toThrow(
      /invalid input syntax|missing data/,
    );
    const broken = Readable.from(
      (function* () {
        yield `1\ttext\t1\n`;
        throw new Error('The file ends here');
      })(),
    );
    await expect(pipeline(broken, copyIn(client, 'copy copy from stdin'))).rejects.toThrow('The file ends here');
    expect((await client.query('select count(*)::int as count from copy')).rows).toEqual([{ count: ROWS }]);
  });

  it('does not start with an input that failed before the connection was free', async () => {
    const before = client.query('select pg_sleep(0.2)');
    const input = copyIn(client, 'copy copy from stdin');
    await expect(
      pipeline(
        Readable.from(
          (function* () {
            yield `1\ttext\t1\n`;
            throw new Error('The file ends here');
          })(),
        ),
        input,
      ),
    ).rejects.toThrow('The file ends here');
    await expect(input.rows).rejects.toThrow('The file ends here');
    await before;
    expect((await client.query('select count(*)::int as count from copy')).rows).toEqual([{ count: ROWS }]);
  }, 10_000);

  it('leaves the connection usable when the reader fails in the middle', async () => {
    const out = copyOut(client, 'copy big to stdout');
    const full = new Writable({ write: (_chunk, _encoding, callback) => callback(new Error('The disk is full')) });
    await expect(pipeline(out, full)).rejects.toThrow('The disk is full');
    await expect(out.rows).rejects.toThrow();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  }, 10_000);

  it.each(['in', 'out'])(
    'fails, and does not wait, when the server ends the connection of a COPY %s',
    async (direction) => {
      const doomed = new pg.Client({ connectionString: database.ownerUrl });
      doomed.on('error', () => undefined);
      await doomed.connect();
      const { rows } = await doomed.query('select pg_backend_pid() as pid');
      const end = () => client.query('select pg_terminate_backend($1)', [rows[0].pid]);
      const endless = Readable.from(
        (async function* () {
          for (let i = 0; ; i += 1) {
            if (i === 100) await end();
            yield `${i}\t${'x'.repeat(10_000)}\t1\n`;
          }
        })(),
      );
      const reader = async (source) => {
        let chunks = 0;
        for await (const _chunk of source) if (++chunks === 2) await end();
      };
      const everything = 'copy (select b.* from big as b, generate_series(1, 20)) to stdout';
      const work =
        direction === 'in'
          ? pipeline(endless, copyIn(doomed, 'copy copy from stdin'))
          : pipeline(copyOut(doomed, everything), reader);
      await expect(work).rejects.toThrow();
    },
    20_000,
  );
});
