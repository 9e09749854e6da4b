import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Cast } from './cast.mts';

const FOLD_TRIES = 60;

/**
 * What nobody can bring about through the API within minutes: a poll that has ended, and notices of other days, most
 * of them read.
 * @param dataFolder of an instance on this machine
 */
export async function age(dataFolder: string, { people, polls }: Cast) {
  const { databaseUrl } = JSON.parse(await readFile(join(dataFolder, 'addresses.json'), 'utf8'));
  const client = new pg.Client({ connectionString: `${databaseUrl}/inkling` });
  await client.connect();
  try {
    for (const [table, key] of [
      ['polls', 'id'],
      ['due_ends', 'poll_id'],
    ]) {
      await client.query(
        `update polls.${table} set end_date = now() - interval '1 minute' where ${key} = $1 and end_date > now()`,
        [polls.ended],
      );
    }
    await untilEndIsTold(client, polls.ended);
    await ageNotices(client, people.amara.id);
  } finally {
    await client.end();
  }
}

async function untilEndIsTold(client: pg.Client, pollId: number) {
  for (let tries = 0; tries < FOLD_TRIES; tries += 1) {
    const { rowCount } = await client.query(
      `select from notifications.notices where kind = 'poll_ended' and poll_id = $1`,
      [pollId],
    );
    if (rowCount) return;
    await delay(500);
  }
  throw new Error('Nobody was told of the end of the poll');
}

/**
 * The newest of each kind stay as they are; of the others some are of yesterday, of this week and of two months ago.
 */
async function ageNotices(client: pg.Client, userId: number) {
  await client.query(
    `with kinds as (select id, updated_at, row_number() over (partition by kind order by updated_at desc, id desc) as turn from notifications.notices where recipient_id = $1),
       placed as (select id, row_number() over (order by turn, updated_at desc, id desc) as place from kinds)
     update notifications.notices n set updated_at = n.updated_at - case when place <= 5 then interval '0'
       when place <= 8 then interval '1 day' when place <= 12 then interval '4 days' else interval '61 days' end
     from placed where placed.id = n.id and n.updated_at > now() - interval '12 hours'`,
    [userId],
  );
  // Numbered by age, the newest three being unread.
  await client.query(
    `with placed as (select id, row_number() over (order by updated_at, id) as place from notifications.notices where recipient_id = $1)
     update notifications.notices n set seq = placed.place from placed where placed.id = n.id`,
    [userId],
  );
  await client.query(
    `update notifications.unread_counts u set seq = n.last, read_seq = greatest(n.last - 3, 0), count = least(n.last, 3)
     from (select coalesce(max(seq), 0) as last from notifications.notices where recipient_id = $1) n
       where u.user_id = $1`,
    [userId],
  );
}
