import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_PURGED, adminRpc, commentDeleted, type Poll } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Api, expectStatus, LONG_SESSIONS, type Person } from './api.spec-support.js';
import { IS_LONG_RUN, KILL_SEED, Kills, rounds } from './kills.spec-support.js';
import {
  TOMBSTONES,
  deletionOf,
  findNumber,
  findText,
  forgetEvents,
  makeDue,
  plant,
} from './deleted-people.spec-support.js';

const KILLS_PER_ROUND = IS_LONG_RUN ? 2 : 1;
const SERVICES = Object.keys(ACCOUNT_PURGED);
/** A purge has begun and ended within this time, in most cases. */
const WITHIN_MS = 1_500;

describe(`a service that is killed during a deletion (KILL_SEED=${KILL_SEED})`, () => {
  let api: Api;
  let author: Person;
  let other: Poll;
  const kills = new Kills(WITHIN_MS);
  beforeAll(async () => {
    api = await Api.start({
      ...LONG_SESSIONS,
      ACCOUNT_DELETION_SWEEP_MS: '50',
      ACCOUNT_DELETION_SETTLE_SECONDS: '1',
      NOTICE_INTERVAL_MS: '0',
      CONTACT_PER_IP: '1000',
    });
    await api.stack.sql('auth', 'alter table accounts alter column id restart with 710000001');
    author = await api.person('Author');
    other = await api.poll(author);
  }, 120_000);
  afterAll(async () => {
    kills.stop();
    await api.stop();
  }, 60_000);

  const all = rounds(['auth', ...SERVICES], KILLS_PER_ROUND);
  it.each(all)('$service, round $round: the end is the same, and nothing happens twice', async ({ service, round }) => {
    // Words with digits, and very long ones, are in no vocabulary.
    const mark = `k${'abcdefghijklmnopqrstuvwxyz'.at(round)}${service}`;
    const { person, words } = await plant(api, author, other.id, mark);
    const userId = person.user.id;
    // Enough that a purge takes a moment.
    await api.stack.sql(
      'polls',
      `with more as (insert into comments (poll_id, user_id, content) select $1, $2, $3 from generate_series(1, 60) returning 1)
       update poll_counters set comments_count = comments_count + (select count(*)::int from more) where poll_id = $1`,
      [other.id, userId, words.comment],
    );
    const votes = (await api.stack.sql('polls', 'select votes from poll_counters where poll_id = $1', [other.id]))[0];
    await expectStatus(person.post('/api/users/me/deletion', { polls: 'delete' }), 200);
    await api.stack.stopService(service);
    await makeDue(api, userId);
    for (let killed = 0; killed < KILLS_PER_ROUND; killed += 1) {
      await kills.runAndKill(api, service);
      // The lease of the killed process ends.
      if (service !== 'auth')
        await api.stack.sql(service, 'update purged_users set due_at = now() where confirmed_at is null');
    }
    await api.stack.startService(service);
    await eventually(async () => (await deletionOf(api, userId))?.finished_at != null);
    await eventually(async () => {
      const waiting = await Promise.all(
        SERVICES.map((name) => api.stack.sql(name, 'select 1 from outbox where published_at is null')),
      );
      return waiting.flat().length === 0;
    });

    const removed = await api.stack.sql<{ count: number }>(
      'polls',
      `select count(*)::int as count from outbox where subject = $1
         and payload::json #>> '{data,userId}' = $2 group by payload::json #>> '{data,commentId}'`,
      [commentDeleted.type, String(userId)],
    );
    expect(removed.map(({ count }) => count)).toEqual(Array.from({ length: 62 }, () => 1));
    const confirmations = await api.stack.sql(
      'auth',
      'select service from account_deletion_confirmations where account_id = $1 order by service',
      [userId],
    );
    expect(confirmations.map((row) => row['service'])).toEqual(SERVICES.toSorted());
    const mails = await api.stack.sql(
      'notifications',
      `select template, count(*)::int as count from mail_queue
       where request_id = (select done_mail_id from auth.account_deletions where account_id = $1) group by 1`,
      [userId],
    );
    expect(mails).toEqual([{ template: 'deletion-done', count: 1 }]);
    await forgetEvents(api);
    // A process that was killed gets the events that it had not taken in again, after their lease.
    await eventually(async () => expect(await findText(api, ...Object.values(words))).toEqual({}), {
      timeoutMs: 60_000,
    });
    expect(Object.keys(await findNumber(api, userId)).filter((column) => !TOMBSTONES.includes(column))).toEqual([]);
    expect((await api.stack.sql('polls', 'select votes from poll_counters where poll_id = $1', [other.id]))[0]).toEqual(
      votes,
    );
    for (const recount of [adminRpc.recountPolls, adminRpc.recountFollows, adminRpc.recountNotifications])
      expect(await api.stack.rpc.call(recount, {})).toMatchObject({ corrected: 0 });
  });
});
