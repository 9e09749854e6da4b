import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Output, runAdmin } from '@inkling/admin';
import { jetstreamManager, JetStreamApiError } from '@nats-io/jetstream';
import { Nats } from '@inkling/platform';
import { Api, expectStatus, type Person } from './api.spec-support.js';

const PEOPLE = 12;
const ROUNDS = 6;

class Lines extends Output {
  readonly lines: string[] = [];
  override line(text = ''): void {
    this.lines.push(text);
  }
}

/** Pairs of statements that must agree: one reads the owner of a fact, the other a service's projection of it. */
const PROJECTIONS: readonly {
  name: string;
  truth: [service: string, sql: string];
  copies: readonly [service: string, sql: string][];
}[] = [
  {
    name: 'profiles',
    truth: ['auth', 'select id::int as id, name, username from accounts order by id'],
    copies: [
      ['social', 'select user_id::int as id, name, username from profiles order by user_id'],
      ['notifications', 'select user_id::int as id, name, username from profiles order by user_id'],
      ['search', 'select user_id::int as id, name, username from user_documents order by user_id'],
      ['polls', 'select user_id::int as id, name, username from authors where name is not null order by user_id'],
    ],
  },
  {
    name: 'polls',
    truth: [
      'polls',
      `select id::int as id, question, c.votes_count as votes
       from polls p join poll_counters c on c.poll_id = p.id where deleted_at is null order by id`,
    ],
    copies: [
      [
        'search',
        `select poll_id::int as id, question, votes_count::int as votes
         from poll_documents where not deleted order by poll_id`,
      ],
    ],
  },
  {
    name: 'votes, as counted for notifications',
    truth: [
      'polls',
      `select id::int as id, votes_count as votes
       from polls p join poll_counters c on c.poll_id = p.id
       where deleted_at is null and votes_count > 0 order by id`,
    ],
    copies: [
      [
        'notifications',
        `select object_id::int as id, count as votes from notices where kind = 'vote' order by object_id`,
      ],
    ],
  },
  {
    name: 'blocks and mutes',
    truth: [
      'social',
      `select blocker_id::int as one, blocked_id::int as other, 'block' as kind from blocks
       union all select muter_id::int, muted_id::int, 'mute' from mutes order by 1, 2, 3`,
    ],
    copies: [
      [
        'polls',
        `select viewer_id::int as one, user_id::int as other, 'block' as kind from hidden_users where blocks
         union all select viewer_id::int, user_id::int, 'mute' from hidden_users where mutes order by 1, 2, 3`,
      ],
      [
        'polls',
        `select user_id::int as one, viewer_id::int as other, 'block' as kind from hidden_users where blocked_by
         union all select viewer_id::int, user_id::int, 'mute' from hidden_users where mutes order by 1, 2, 3`,
      ],
    ],
  },
  {
    name: 'polls with their authors',
    truth: ['polls', 'select id::int as id, author_id::int as author from polls where deleted_at is null order by id'],
    copies: [
      ['insights', 'select poll_id::int as id, author_id::int as author from polls where not deleted order by poll_id'],
      ['social', 'select poll_id::int as id, author_id::int as author from polls where not deleted order by poll_id'],
    ],
  },
];

describe('the loss of the event store', () => {
  let api: Api;
  let people: Person[];
  let watch: Nats;
  beforeAll(async () => {
    api = await Api.start();
    people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => api.person(`Person ${index}`)));
    watch = await Nats.connect({ servers: api.stack.nats.url, name: 'spec' });
  }, 120_000);
  afterAll(async () => {
    await watch.connection.close();
    await api.stop();
  }, 60_000);

  /** Makes everyone create, vote, like, comment, follow, rename and delete. Calls may fail while the broker is down. */
  async function round(index: number): Promise<void> {
    await Promise.all(
      people.map(async (person, at) => {
        const other = people[(at + 1 + index) % PEOPLE]!;
        const poll = await api.poll(person, { question: `Round ${index}, question ${at}?` });
        const rest = people.filter((each) => each !== person);
        await Promise.allSettled(
          rest
            .slice(0, 5)
            .map((voter, option) => voter.post('/api/votes', { pollId: poll.id, optionIndex: option % 3 })),
        );
        await other.post('/api/likes', { pollId: poll.id });
        await other.post('/api/comments', { pollId: poll.id, content: `Comment ${index}` });
        if (other !== person) await person.post('/api/follows', { followingId: other.user.id });
        if (at % 4 === 0)
          await person.post('/api/users/me/update', {
            name: `Person ${at} of round ${index}`,
            username: person.user.username,
          });
        if (at % 3 === 0) await person.send('DELETE', `/api/polls/${poll.id}`);
        // One pair blocks and unblocks, round for round; others block or mute once.
        if (at === 0) await person.post('/api/blocks', { userId: people[7]!.user.id });
        if (at === 0 && index % 2) await person.send('DELETE', `/api/blocks/${people[7]!.user.id}`);
        if (at === 5) await person.post(index % 2 ? '/api/blocks' : '/api/mutes', { userId: people[9]!.user.id });
      }),
    );
  }

  const published = () =>
    eventually(
      async () => {
        for (const service of SERVICES)
          expect(await api.stack.sql(service, 'select 1 from outbox where published_at is null limit 1')).toEqual([]);
      },
      { timeoutMs: 60_000 },
    );

  async function admin(...args: string[]): Promise<string> {
    const output = new Lines();
    const code = await runAdmin(args, { servers: api.stack.nats.url }, output);
    if (code !== 0) throw new Error(output.lines.join('\n'));
    return output.lines.join('\n');
  }

  async function taken(): Promise<void> {
    const manager = await jetstreamManager(watch.connection);
    await eventually(
      async () => {
        for (const service of SERVICES) {
          const consumers = await manager.consumers
            .list(`${service}-events`)
            .next()
            .catch((error: unknown) => {
              // A service that publishes nothing has no stream.
              if (error instanceof JetStreamApiError && error.status === 404) return [];
              throw error;
            });
          for (const info of consumers)
            expect([info.name, info.num_pending + info.num_ack_pending]).toEqual([info.name, 0]);
        }
        // Notifications are made shortly after their events have been consumed.
        expect(await api.stack.sql('notifications', 'select 1 from notice_changes where amount > 0 limit 1')).toEqual(
          [],
        );
        expect(await api.stack.sql('notifications', 'select 1 from fan_outs where not done limit 1')).toEqual([]);
      },
      { timeoutMs: 60_000 },
    );
  }

  /** Every table that consumers write, to compare before and after. */
  const snapshot = async (): Promise<unknown> =>
    Promise.all([
      ...PROJECTIONS.flatMap(({ copies }) => copies.map(([service, sql]) => api.stack.sql(service, sql))),
      api.stack.sql('notifications', 'select recipient_id::int as r, kind, count from notices order by 1, 2, 3'),
      api.stack.sql('notifications', 'select user_id::int as u, count from unread_counts order by 1'),
      api.stack.sql(
        'social',
        'select user_id::int as u, followers_count, following_count from follow_counts order by 1',
      ),
    ]);

  it('costs nothing once the outboxes are published again, and publishing them twice changes nothing', async () => {
    await round(0);
    const lost = (async () => {
      for (let index = 1; index < ROUNDS; index++) await round(index).catch(() => undefined);
    })();
    // In the middle of the traffic.
    await eventually(async () =>
      expect(
        (await api.stack.sql<{ n: number }>('polls', 'select count(*)::int as n from polls'))[0]!.n,
      ).toBeGreaterThan(PEOPLE * 2),
    );
    await api.stack.nats.lose();
    await lost;
    // Each service reconnects to the broker at its own pace.
    await eventually(async () => expect((await api.client().get('/health/ready')).status).toBe(200), {
      timeoutMs: 30_000,
    });
    await expectStatus(people[0]!.get('/api/auth/me'), 200);
    await round(ROUNDS);
    await published();

    expect(await admin('republish')).toMatch(/^auth: \d+ events published/);
    await taken();
    for (const { name, truth, copies } of PROJECTIONS) {
      const owned = await api.stack.sql(...truth);
      expect(owned.length).toBeGreaterThan(0);
      for (const [service, sql] of copies)
        expect([name, service, await api.stack.sql(service, sql)]).toEqual([name, service, owned]);
    }
    expect(await admin('recount')).toMatch(
      /polls: \d+ checked, 0 corrected\nfollows: \d+ checked, 0 corrected\nnotices: \d+ checked, 0 corrected/,
    );

    const before = await snapshot();
    await admin('republish');
    await admin('republish');
    await taken();
    expect(await snapshot()).toEqual(before);
  }, 300_000);
});
