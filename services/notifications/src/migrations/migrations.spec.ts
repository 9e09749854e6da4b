import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { notificationsRpc, pollCreated, pollLiked, votesCounted } from '@inkling/contracts';
import { startService, type RunningService } from '@inkling/platform';
import { EventFeed, eventually, startStack, type Stack } from '@inkling/testing';
import { Migration20261121000000 } from './Migration20261121000000.js';
import { service } from '../index.js';

let stack: Stack;
let feed: EventFeed;
let upgraded: RunningService | undefined;
beforeAll(async () => {
  // The schema of the first version; the service itself is started once the data of that time is in it.
  stack = await startStack({
    services: [
      {
        name: 'notifications',
        config: service.config,
        module: class {},
        migrations: [{ name: 'Migration20261121000000', class: Migration20261121000000 }],
      },
    ],
  });
  await stack.sql(
    'notifications',
    `insert into profiles (user_id, name, username, version) values (1, 'Ada', 'ada', 2), (2, 'Grace', 'grace', 2)`,
  );
  await stack.sql(
    'notifications',
    `insert into poll_activity (poll_id, author_id, votes, deleted) values (1, 1, 40, false), (2, 1, 0, true)`,
  );
  await stack.sql('notifications', 'insert into poll_likes_seen (poll_id, actor_id) values (1, 2)');
  await stack.stopService('notifications');
  upgraded = await startService(service, { env: { ...stack.env('notifications'), NOTICE_INTERVAL_MS: '0' } });
  feed = await EventFeed.connect(stack);
});
afterAll(async () => {
  await feed.close();
  await upgraded?.stop();
  await stack.stop();
});

it('migrations keep what an older version counted: it makes no notifications, and counts for later ones', async () => {
  const list = async () => (await stack.rpc.call(notificationsRpc.list, { userId: 1 })).notifications;
  await feed.publishTwice(pollCreated, {
    pollId: 1,
    authorId: 1,
    question: 'Old?',
    options: ['Yes', 'No'],
    endDate: null,
    createdAt: new Date().toISOString(),
  });
  await feed.publishTwice(pollCreated, {
    pollId: 2,
    authorId: 1,
    question: 'Deleted?',
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
  await feed.drained('polls-events', 7);
  await eventually(async () => expect(await stack.sql('notifications', 'select 1 from notice_changes')).toEqual([]));
  expect(await list()).toHaveLength(1);
});
