import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes, type RouteContract } from '@inkling/contracts';
import { Output, runAdmin } from '@inkling/admin';
import { eventually } from '@inkling/testing';
import { Api, expectStatus, type Answer, type Person } from './api.spec-support.js';
import { acquaint, found, placesOf, readAll, trace, type Place, type Trace } from './crawl.spec-support.js';

class Silent extends Output {
  override line(): void {
    // Nobody reads it.
  }
}

/** Services that learn of a block from its event, each at another moment; `blocks-elsewhere.spec.ts` tests them. */
const ELSEWHERE: readonly RouteContract[] = [routes.search, routes.notifications, routes.unreadCount];

let api: Api;

beforeAll(async () => {
  // Nothing is cached longer than it takes to ask.
  api = await Api.start({ FEED_CACHE_MS: '0', FEATURED_CACHE_MS: '0', COMMENTS_PER_MINUTE: '1000' });
}, 120_000);
afterAll(() => api.stop(), 60_000);

const block = (person: Person, { user }: Person) => expectStatus(person.post('/api/blocks', { userId: user.id }), 200);
const unblock = (person: Person, { user }: Person) =>
  expectStatus(person.send('DELETE', `/api/blocks/${user.id}`), 200);
const sees = async (viewer: Person, { poll }: Trace): Promise<boolean> =>
  (await viewer.get(`/api/polls/${poll.id}`)).status === 200;

/** What somebody does to another's things, each as a call with the id of a poll, a user and a comment. */
type Ids = Record<'poll' | 'user' | 'comment', number>;
const ACTS: Readonly<Record<string, (person: Person, ids: Ids) => Promise<Answer>>> = {
  vote: (person, { poll }) => person.post('/api/votes', { pollId: poll, optionIndex: 0 }),
  'vote for a missing option': (person, { poll }) => person.post('/api/votes', { pollId: poll, optionIndex: 5 }),
  abstain: (person, { poll }) => person.post(`/api/polls/${poll}/abstain`),
  'end a poll': (person, { poll }) => person.post(`/api/polls/${poll}/end`),
  like: (person, { poll }) => person.post('/api/likes', { pollId: poll }),
  unlike: (person, { poll }) => person.send('DELETE', `/api/likes/${poll}`),
  save: (person, { poll }) => person.post('/api/saves', { pollId: poll }),
  unsave: (person, { poll }) => person.send('DELETE', `/api/saves/${poll}`),
  'ask for the result': (person, { poll }) => person.send('PUT', `/api/polls/${poll}/reminder`),
  'ask for the result no more': (person, { poll }) => person.send('DELETE', `/api/polls/${poll}/reminder`),
  comment: (person, { poll }) => person.post('/api/comments', { pollId: poll, content: 'Hello' }),
  'delete a comment': (person, { comment }) => person.send('DELETE', `/api/comments/${comment}`),
  'delete a poll': (person, { poll }) => person.send('DELETE', `/api/polls/${poll}`),
  'generate a Deep Dive': (person, { poll }) => person.post(`/api/polls/${poll}/generate-insights`),
  follow: (person, { user }) => person.post('/api/follows', { followingId: user }),
  unfollow: (person, { user }) => person.send('DELETE', `/api/follows/${user}`),
  'remove a follower': (person, { user }) => person.send('DELETE', `/api/follows/remove-follower/${user}`),
  'read a poll': (person, { poll }) => person.get(`/api/polls/${poll}`),
  'read a preview': (person, { poll }) => person.get(`/api/polls/${poll}/preview`),
  'read comments': (person, { poll }) => person.get(`/api/polls/${poll}/comments`),
  'read a Deep Dive': (person, { poll }) => person.get(`/api/polls/${poll}/insights`),
  'read a profile': (person, { user }) => person.get(`/api/users/${user}`),
  'read polls of a user': (person, { user }) => person.get(`/api/users/${user}/polls`),
  'read followers': (person, { user }) => person.get(`/api/users/${user}/followers`),
  'read followed users': (person, { user }) => person.get(`/api/users/${user}/following`),
  'report a poll': (person, { poll }) => person.post('/api/reports', { kind: 'poll', id: poll, rule: 1 }),
  'report a comment': (person, { comment }) => person.post('/api/reports', { kind: 'comment', id: comment, rule: 1 }),
  'report a profile': (person, { user }) => person.post('/api/reports', { kind: 'profile', id: user, rule: 1 }),
  'read a follow': (person, { user }) => person.get(`/api/users/follow-status/${user}`),
};
const UNKNOWN: Ids = { poll: 999_999_999, user: 999_999_999, comment: 999_999_999 };
const idsOf = ({ poll, person, comment }: Trace): Ids => ({ poll: poll.id, user: person.user.id, comment: comment.id });

/** Everything that somebody tries on another's things, as answered; without the id, where the answer repeats it. */
async function answers(person: Person, ids: Ids): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const [name, act] of Object.entries(ACTS)) {
    const { status, text } = await act(person, ids);
    given[name] = [status, text.replaceAll(String(ids.user), 'ID')];
  }
  return given;
}

describe('a crawl of the route table', () => {
  let host: Trace;
  let traces: Trace[];
  let [anna, boris, dana, emil]: (Trace | undefined)[] = [];
  let places: Place[];
  beforeAll(async () => {
    host = await trace(api, 'Host', undefined);
    [anna, boris, dana, emil] = [
      await trace(api, 'Anna', host),
      await trace(api, 'Boris', host),
      await trace(api, 'Dana', host),
      await trace(api, 'Emil', host),
    ];
    traces = [host, anna, boris, dana, emil];
    for (const [one, other] of [
      [anna, boris],
      [dana, emil],
    ] as const) {
      await acquaint(one, other);
      await acquaint(other, one);
    }
    for (const { person } of [anna, boris, dana, emil])
      await expectStatus(host.person.post('/api/follows', { followingId: person.user.id }), 200);
    // Activity that makes all of them trend.
    await api.stack.sql(
      'polls',
      `insert into poll_activity (poll_id, score) select id, 1e6 + id from polls where deleted_at is null
       on conflict (poll_id) do update set score = excluded.score`,
    );
    places = placesOf(traces, ELSEWHERE);
  }, 120_000);

  it('finds every canary before there is a block, and later as a third person', async () => {
    for (const one of [anna!, boris!, dana!, emil!])
      for (const each of one.canaries)
        expect((await found(places, host.person, { ...one, canaries: [each] })).length).toBeGreaterThan(0);
    expect(await found(places, anna!.person, boris!)).not.toEqual([]);
    expect(await found(places, emil!.person, dana!)).not.toEqual([]);
  }, 120_000);

  it('finds nothing of either for two people who have blocked each other', async () => {
    await block(anna!.person, boris!.person);
    await block(boris!.person, anna!.person);
    await eventually(async () =>
      expect([await sees(anna!.person, boris!), await sees(boris!.person, anna!)]).toEqual([false, false]),
    );
    expect(await found(places, anna!.person, boris!)).toEqual([]);
    expect(await found(places, boris!.person, anna!)).toEqual([]);
    expect(await found(places, host.person, anna!)).not.toEqual([]);
    expect(await found(places, host.person, boris!)).not.toEqual([]);
  }, 120_000);

  it('finds nothing for somebody who was blocked, and a name in two places for who has blocked', async () => {
    await block(dana!.person, emil!.person);
    await eventually(async () =>
      expect([await sees(dana!.person, emil!), await sees(emil!.person, dana!)]).toEqual([false, false]),
    );
    expect(await found(places, emil!.person, dana!)).toEqual([]);
    const [name] = emil!.canaries;
    const profile = `/api/users/${emil!.person.user.id}`;
    expect(await found(places, dana!.person, emil!)).toEqual(
      [`${profile}: ${name!}`, `/api/blocks: ${name!}`].toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
    expect((await dana!.person.get(profile)).body).toEqual({
      id: emil!.person.user.id,
      username: emil!.person.user.username,
      name,
      profilePicture: null,
      hasCompletedProfile: true,
      followersCount: null,
      followingCount: null,
      pollsCount: null,
      blocked: true,
      muted: false,
    });
  }, 120_000);
  const placeOf = (hit: string) => places.findIndex(({ name }) => hit.startsWith(`${name}: `));

  it('gets the answers for unknown ids to everything that one tries on the other’s things', async () => {
    for (const [one, other] of [
      [anna!, boris!],
      [boris!, anna!],
      [emil!, dana!],
    ] as const)
      expect(await answers(one.person, idsOf(other))).toEqual(await answers(one.person, UNKNOWN));
    const { 'read a profile': _profile, ...given } = await answers(dana!.person, idsOf(emil!));
    expect(given).toEqual({ ...given, ...(await answers(dana!.person, UNKNOWN)), 'read a profile': undefined });
  }, 120_000);

  it('answers blocks and mutes of somebody who has blocked one as those of nobody', async () => {
    for (const path of ['/api/blocks', '/api/mutes']) {
      const [them, nobody] = [
        await emil!.person.post(path, { userId: dana!.person.user.id }),
        await emil!.person.post(path, { userId: UNKNOWN.user }),
      ];
      expect([them.status, them.text.replaceAll(String(dana!.person.user.id), 'ID')]).toEqual([
        nobody.status,
        nobody.text.replaceAll(String(UNKNOWN.user), 'ID'),
      ]);
      expect((await emil!.person.get(path)).body).toEqual([]);
    }
    await unblock(emil!.person, dana!.person);
    await expectStatus(emil!.person.send('DELETE', `/api/mutes/${dana!.person.user.id}`), 200);
  });

  it('leaves shared polls open to visitors', async () => {
    const visitor = api.client();
    await expectStatus(visitor.get(`/api/polls/${dana!.poll.id}/preview`), 200);
  });

  it('finds everything again after the block has ended, but the follows', async () => {
    const follows = async () => [
      (await dana!.person.get(`/api/users/follow-status/${emil!.person.user.id}`)).text,
      (await emil!.person.get(`/api/users/follow-status/${dana!.person.user.id}`)).text,
    ];
    await unblock(dana!.person, emil!.person);
    await eventually(async () => expect(await sees(emil!.person, dana!)).toBe(true));
    for (const each of dana!.canaries)
      expect(await found(places, emil!.person, { ...dana!, canaries: [each] })).not.toEqual([]);
    expect(await follows()).toEqual(['false', 'false']);
    await expectStatus(emil!.person.post('/api/follows', { followingId: dana!.person.user.id }), 200);
  }, 60_000);
});

describe('a mute', () => {
  it('keeps polls and comments out of lists, and leaves them reachable', async () => {
    const host = await trace(api, 'Host', undefined);
    const loud = await trace(api, 'Loud', host);
    const quiet = await api.person();
    const LISTS = ['/api/polls', '/api/polls/trending', '/api/users/featured', `/api/polls/${host.poll.id}/comments`];
    const lists = LISTS.map((path): Place => ({ name: path, show: (viewer) => readAll(viewer, path) }));
    await api.stack.sql('polls', 'update poll_activity set score = score + 1e6 where poll_id = $1', [loud.poll.id]);
    await expectStatus(quiet.post('/api/mutes', { userId: loud.person.user.id }), 200);
    await eventually(async () => expect(await found(lists, quiet, loud)).toEqual([]));
    expect(await found(lists, host.person, loud)).not.toEqual([]);
    await expectStatus(quiet.get(`/api/polls/${loud.poll.id}`), 200);
    await expectStatus(quiet.post('/api/votes', { pollId: loud.poll.id, optionIndex: 1 }), 200);
    expect((await quiet.get(`/api/users/${loud.person.user.id}`)).body).toMatchObject({ muted: true, blocked: false });
    expect((await loud.person.get(`/api/users/${quiet.user.id}`)).body).toMatchObject({ muted: false, blocked: false });
    expect(
      await found(
        [{ name: 'polls', show: (viewer) => readAll(viewer, `/api/users/${loud.person.user.id}/polls`) }],
        quiet,
        loud,
      ),
    ).not.toEqual([]);
  }, 60_000);
});

describe('services that miss or repeat what happened', () => {
  const states = async (one: Person, other: Person): Promise<unknown> => ({
    social: await api.stack.sql('social', 'select from blocks where blocker_id = $1 and blocked_id = $2', [
      one.user.id,
      other.user.id,
    ]),
    polls: await api.stack.sql(
      'polls',
      `select from hidden_users where viewer_id = $1 and user_id = $2 and blocks
       union all select from hidden_users where viewer_id = $2 and user_id = $1 and blocked_by`,
      [one.user.id, other.user.id],
    ),
  });
  const HELD = { social: [{}], polls: [{}, {}] };
  const ENDED = { social: [], polls: [] };

  it('end in the same state after blocks and unblocks at the same time', async () => {
    const [one, other] = [await api.person(), await api.person()];
    await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? unblock(one, other) : block(one, other))));
    const [{ held }] = (await api.stack.sql<{ held: boolean }>(
      'social',
      'select exists (select from blocks where blocker_id = $1 and blocked_id = $2) as held',
      [one.user.id, other.user.id],
    )) as [{ held: boolean }];
    await published();
    await eventually(async () => expect(await states(one, other)).toEqual(held ? HELD : ENDED));
    await unblock(one, other);
    await eventually(async () => expect(await states(one, other)).toEqual(ENDED));
  }, 60_000);

  it('learn of a block that was made while they were away', async () => {
    const [one, author] = [await api.person(), await trace(api, 'Away', undefined)];
    await api.stack.stopService('polls');
    await block(one, author.person);
    await api.stack.startService('polls');
    await eventually(async () => expect(await sees(one, author)).toBe(false));
    expect(await states(one, author.person)).toEqual(HELD);
  }, 60_000);

  it('rebuild their projection when the outboxes are published again', async () => {
    const [one, other, third] = [await api.person(), await api.person(), await api.person()];
    await block(one, other);
    await block(third, other);
    await unblock(third, other);
    await published();
    await eventually(async () => expect([await states(one, other), await states(third, other)]).toEqual([HELD, ENDED]));
    // In the order in which the service locks them.
    await api.stack.sql('polls', 'truncate viewer_filters, hidden_users');
    await api.stack.sql('polls', `delete from inbox where consumer like 'polls-social-%'`);
    await api.stack.nats.lose();
    await eventually(async () => expect((await api.client().get('/health/ready')).status).toBe(200));
    expect(await runAdmin(['republish'], { servers: api.stack.nats.url }, new Silent())).toBe(0);
    await eventually(async () => expect([await states(one, other), await states(third, other)]).toEqual([HELD, ENDED]));
  }, 60_000);

  const published = () =>
    eventually(async () =>
      expect(await api.stack.sql('social', 'select 1 from outbox where published_at is null limit 1')).toEqual([]),
    );
});
