import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { COMMENT_MAX, LIST_PAGE_SIZE, NAME_MAX, QUESTION_MAX } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Harness } from '../notifications.spec-support.js';
import { NOTIFICATIONS_PAGE } from './notifications.sql.js';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
  await harness.people(1, 60);
});
afterAll(() => harness.stop());

const actors = async (userId: number) => (await harness.notifications(userId)).map(({ actor }) => actor);
const cards = (userId: number) =>
  harness.sql<{ card: object | null }>('select card from notices where recipient_id = $1 order by id', [userId]);

it('a changed profile shows in existing notifications, the newest version whatever the order', async () => {
  await harness.poll(1, 1);
  await harness.like(1, 21, 1);
  await harness.follow(21, 1);
  await harness.settled();
  expect(await actors(1)).toEqual(Array(2).fill({ id: 21, name: 'User 21', username: 'user21', profilePicture: null }));
  await harness.rename(21, 'Newest', 5);
  await harness.rename(21, 'Older', 4);
  await harness.feed.drained('auth-events', 3);
  expect((await actors(1)).map((actor) => actor?.name)).toEqual(['Newest', 'Newest']);
  await harness.poll(2, 1);
  await harness.like(2, 21, 1);
  await harness.rename(21, 'Last', 6);
  await harness.settled();
  expect((await actors(1)).map((actor) => actor?.name)).toEqual(['Last', 'Last', 'Last']);
});

it('profile changes that come at once leave the newest', async () => {
  await harness.follow(22, 2);
  await harness.settled();
  await Promise.all([3, 8, 5, 9, 4, 7, 6].map((version) => harness.rename(22, `Version ${version}`, version)));
  await harness.feed.drained('auth-events', 3);
  expect((await actors(2)).map((actor) => actor?.name)).toEqual(['Version 9']);
  expect(await harness.sql('select name, version from profile_changes where user_id = 22')).toEqual([
    { name: 'Version 9', version: 9 },
  ]);
});

it('a profile that is completed after its notification shows, and an unchanged one is not stored again', async () => {
  await harness.sql(`insert into profiles (user_id, name, version) values (701, 'New here', 1)`);
  await harness.follow(701, 3);
  await harness.follow(23, 3);
  await harness.settled();
  await harness.rename(701, 'Complete', 2);
  await harness.rename(23, 'User 23', 3);
  await harness.feed.drained('auth-events', 3);
  expect(new Set((await actors(3)).map((actor) => actor?.username))).toEqual(new Set(['user23', 'user701']));
  expect(await harness.sql('select 1 from profile_changes where user_id in (23, 701)')).toEqual([]);
});

it('the longest texts fit: those too long for an index entry are looked up', async () => {
  const wide = (length: number): string =>
    Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('');
  const [name, question, content] = [wide(NAME_MAX), wide(QUESTION_MAX), wide(COMMENT_MAX)];
  await harness.rename(24, name, 3);
  await harness.poll(4, 4, question);
  await harness.like(4, 24, 4);
  await harness.comment(1, 4, 24, content, 4);
  await harness.settled();
  expect((await harness.notifications(4)).toSorted((a, b) => a.type.localeCompare(b.type))).toMatchObject([
    { type: 'comment', actor: { name }, poll: { question }, comment: { id: 1, content } },
    { type: 'like', actor: { name }, poll: { question }, comment: null },
  ]);
  expect((await cards(4)).filter(({ card }) => card === null)).toHaveLength(1);
  await harness.uncomment(1, 4, 24, 4);
  await harness.settled();
  expect(await harness.notifications(4)).toMatchObject([{ type: 'like' }]);
});

it('a deleted comment is not kept by a notification that is switched off', async () => {
  await harness.poll(5, 5);
  await harness.comment(11, 5, 25, 'Regretted', 5);
  await harness.settled();
  await harness.prefer(5, { comment: { inApp: false } });
  await Promise.all([harness.uncomment(11, 5, 25, 5), harness.comment(12, 5, 26, 'Stays', 5)]);
  await harness.settled();
  expect(JSON.stringify(await cards(5))).not.toContain('Regretted');
  await harness.prefer(5, { comment: { inApp: true } });
  expect(await harness.notifications(5)).toMatchObject([
    { count: 1, read: true, actor: { id: 26 }, comment: { id: 12, content: 'Stays' } },
  ]);
});

it('a deleted poll is hidden as soon as its deletion arrives, however long the removal takes', async () => {
  await harness.poll(6, 6);
  await harness.like(6, 27, 6);
  await harness.follow(27, 6);
  await harness.settled();
  await harness.sql(
    `insert into notice_changes (recipient_id, kind, object_id, amount, occurred_at, due_at)
     values (6, 'poll_deleted', 6, 0, now(), now() + interval '1 hour')`,
  );
  expect(await harness.short(6)).toEqual([['follow', 1, 27, false]]);
});

it('a page is one range of the list index, and unchanged data is looked up nowhere else', async () => {
  await Promise.all(Array.from({ length: LIST_PAGE_SIZE + 5 }, (_, at) => harness.follow(20 + at, 7)));
  await harness.settled();
  await harness.sql(
    `insert into notices (recipient_id, kind, object_id, seq, updated_at, card)
     select case g % 2 when 0 then 7 else 1000 + g % 50 end, 'test', g, 1, now() - interval '1 day', '{}'
     from generate_series(1, 5000) g`,
  );
  // Repeated: while any transaction is open, also one of a consumer, new rows are not yet visible to all.
  await eventually(async () => {
    await harness.sql('vacuum analyze notices');
    const plan = await harness.sql<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, buffers off, summary off) ${NOTIFICATIONS_PAGE}`,
      [7, 'infinity', 0],
    );
    const lines = plan.map((line) => line['QUERY PLAN'].trim());
    const at = lines.findIndex((line) => line.includes('Index Only Scan using notices_list_index'));
    expect(at).toBeGreaterThan(0);
    expect(lines.slice(at, at + 8)).toContain('Heap Fetches: 0');
    for (const table of ['profiles', 'poll_activity', 'comments'])
      expect(lines.find((line) => line.includes(` on ${table}`))).toContain('never executed');
  });
  expect((await harness.list(7)).notifications).toHaveLength(LIST_PAGE_SIZE);
});
