import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personModerated, profileUpdated, type EventData } from '@inkling/contracts';
import { Database, LAST_VERSION } from '@inkling/platform';
import { EventFeed, eventually, startStack, type Stack } from '@inkling/testing';
import { service } from '../index.js';
import { PushQueueRepository } from '../push/push-queue.repository.js';

let stack: Stack;
let feed: EventFeed;
beforeAll(async () => {
  // Without keys nothing is sent, so that only this spec takes pushes.
  stack = await startStack({ services: [service] });
  feed = await EventFeed.connect(stack);
});
afterAll(async () => {
  await feed.close();
  await stack.stop();
});

type Suspended = EventData<typeof personModerated>['suspended'];
const ACT = { actId: 9, rule: null, reason: 'It went after the person.' };
const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  stack.sql<Row>('notifications', text, values);
const decide = (userId: number, version: number, suspended: Suspended) =>
  feed.publishTwice(personModerated, { userId, silenced: false, suspended, version });
const taken = async (events: number) =>
  eventually(async () => (await sql(`select 1 from inbox where consumer like '%person-moderated%'`)).length >= events);
const queue = (userId: number, kind: string) =>
  sql(`insert into push_queue (user_id, kind, topic, payload) values ($1, $2, $2, '{}')`, [userId, kind]);
const claimed = async () => {
  const repository = new PushQueueRepository(stack.service('notifications').app.get(Database));
  const { rows } = await repository.claim(10, { perHour: 20, minIntervalMs: 0 });
  return rows.map(({ userId, kind }) => `${userId} ${kind}`).sort((a, b) => a.localeCompare(b));
};

describe('a suspended person', () => {
  it('gets no push but the notice of the suspension, and all pushes after its end', async () => {
    await decide(5, 2, { ...ACT, until: null });
    await decide(5, 1, null);
    await decide(6, 1, { ...ACT, until: new Date(Date.now() + 3_600_000).toISOString() });
    await decide(6, 2, null);
    await taken(4);
    for (const userId of [5, 6]) for (const kind of ['like', 'moderation']) await queue(userId, kind);
    expect(await claimed()).toEqual(['5 moderation', '6 like', '6 moderation']);
    await sql('update profiles set suspended_until = now() where user_id = 5');
    await queue(5, 'comment');
    expect(await claimed()).toEqual(['5 comment']);
  });

  it('keeps the suspension when the profile arrives later, and a deleted person gets none', async () => {
    await sql(`insert into profiles (user_id, name, version) values (8, '', $1)`, [LAST_VERSION]);
    await decide(7, 1, { ...ACT, until: null });
    await decide(8, 1, { ...ACT, until: null });
    await taken(6);
    const profile = { name: 'Noor', username: 'noor', profilePicture: null, hasCompletedProfile: true, version: 1 };
    await feed.publishTwice(profileUpdated, { userId: 7, ...profile });
    await eventually(async () => expect(await sql(`select 1 from profiles where name = 'Noor'`)).toHaveLength(1));
    expect(
      await sql(`select user_id::int as id, suspended_until = 'infinity' as closed from profiles
        where user_id in (7, 8) order by user_id`),
    ).toEqual([
      { id: 7, closed: true },
      { id: 8, closed: null },
    ]);
  });
});
