import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { notificationsRpc, pollCreated, pollLiked, votesCounted } from '@inkling/contracts';
import { EventFeed, eventually } from '@inkling/testing';
import { OldInstallation } from './old-installation.spec-support.js';

let installation: OldInstallation;
let feed: EventFeed;
beforeAll(async () => {
  installation = await OldInstallation.before('Migration20261121030000');
  await installation.sql(
    `insert into profiles (user_id, name, username, version) values (1, 'Ada', 'ada', 2), (2, 'Grace', 'grace', 2)`,
  );
  await installation.sql(
    `insert into poll_activity (poll_id, author_id, votes, deleted) values (1, 1, 40, false), (2, 1, 0, true)`,
  );
  await installation.sql('insert into poll_likes_seen (poll_id, actor_id) values (1, 2)');
  await installation.upgrade({ NOTICE_INTERVAL_MS: '0' });
  feed = await EventFeed.connect(installation.stack);
});
afterAll(async () => {
  await feed.close();
  await installation.stop();
});

it('migrations keep what an older version counted: it makes no notifications, and counts for later ones', async () => {
  const list = async () => (await installation.stack.rpc.call(notificationsRpc.list, { userId: 1 })).notifications;
  for (const [pollId, question] of [
    [1, 'Old?'],
    [2, 'Deleted?'],
  ] as const)
    await feed.publishTwice(pollCreated, {
      pollId,
      authorId: 1,
      question,
      options: ['Yes', 'No'],
      endDate: null,
      createdAt: new Date().toISOString(),
    });
  await feed.publishTwice(pollLiked, { pollId: 1, authorId: 1, userId: 2, likesCount: 1 });
  await feed.publishTwice(pollLiked, { pollId: 2, authorId: 1, userId: 2, likesCount: 1 });
  await feed.publishTwice(votesCounted, { polls: [{ pollId: 1, authorId: 1, count: 1, votesCount: 41, version: 41 }] });
  await eventually(async () =>
    expect(await list()).toMatchObject([{ type: 'vote', count: 41, actor: null, poll: { id: 1, question: 'Old?' } }]),
  );
  await feed.drained('polls-events', 8);
  await eventually(async () => expect(await installation.sql('select 1 from notice_changes')).toEqual([]));
  expect(await list()).toHaveLength(1);
});
