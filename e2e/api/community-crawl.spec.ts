import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { adminRpc, routes, type Act, type ActObject, type Comment, type Notification } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Logger } from '@nestjs/common';
import { jetstreamManager } from '@nats-io/jetstream';
import { halfLives, Nats } from '@inkling/platform';
import { unzipSync } from 'fflate';
import { WebSocket } from 'ws';
import { Api, expectStatus, LONG_SESSIONS, type Person } from './api.spec-support.js';
import {
  acquaint,
  found,
  placesOf,
  readAll,
  trace,
  type Place,
  type Sought,
  type Trace,
  type Viewer,
} from './crawl.spec-support.js';
import {
  findNumber,
  findText,
  forgetEvents,
  makeDue,
  plant,
  storedObjects,
  TOMBSTONES,
  type Planted,
} from './deleted-people.spec-support.js';
import { Outgoing } from './outgoing.spec-support.js';

/** People of the community; `CRAWL_PEOPLE=200` makes the crawl a long one. */
const PEOPLE = Number(process.env['CRAWL_PEOPLE'] ?? 20);
const PAIRS = PEOPLE / 10;
const DELETED = Math.max(4, PEOPLE / 10);
const SILENCED = PEOPLE / 10;
const SUSPENDED = PEOPLE / 20;
/** Of the deleted people, those who leave a trace of every kind: one whose polls are deleted, one whose polls stay. */
const PLANTED = ['gone', 'stays'];
/** Ids that no other number in the databases equals. */
const FIRST_ID = 700_000_001;
/** For how long the event store keeps events, in nanoseconds. */
const EVENTS_KEPT_NS = 14 * 86_400 * 1e9;
/** Sign-ups under way at a time. */
const AT_ONCE = 4;
const LONG = 60_000 + PEOPLE * 6_000;
jest.setTimeout(LONG);

let api: Api;
let outgoing: Outgoing;
/** Everybody follows the host and comments under the host's poll. */
let host: Trace;
let pairs: (readonly [Trace, Trace])[];
/** Every other one has their polls deleted; the polls of the rest stay without a name. The last one was suspended. */
let deleted: Trace[];
/** Deleted like the others. */
let planted: Planted[];
/** Has no block and keeps the account; has met everyone who is blocked or deleted. */
let third: Trace;
/** Moderators have silenced them; the third follows them, and nobody else. */
let silenced: Trace[];
let suspended: Trace[];
let administrator: Person;
let moderator: Person;
/** The warning that each of a pair got, about a poll that the other has reported. */
const warnings = new Map<Trace, Act>();

/** Each pair in both directions: who looks, and who must not be found. */
const bothWays = () => pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]);

/** Everything that a viewer can read and that may show one of these people; recent searches are the viewer's words. */
const everywhere = (traces: readonly Sought[]): Place[] => [
  ...placesOf([host, ...traces], [routes.recentSearches]),
  ...traces.flatMap(({ canaries }) =>
    canaries.map((word): Place => ({
      name: `search ${word}`,
      show: (viewer) => readAll(viewer, `/api/search?q=${word}`),
    })),
  ),
];

/** What everybody is shown of everybody: feed, trends, featured people, search. */
const lists = (traces: readonly Trace[]): Place[] => [
  ...[routes.feed, routes.trending, routes.featured, routes.trendingTopics].map(({ path }): Place => ({
    name: path,
    show: (viewer) => readAll(viewer, path),
  })),
  ...traces.flatMap(({ canaries: [name, question, option] }) =>
    [name, question, option].map((word): Place => ({
      name: `search ${word}`,
      show: (viewer) => readAll(viewer, `/api/search?q=${word}`),
    })),
  ),
];

/** Where links to polls lead; oEmbed answers for no others. */
const PUBLIC_ORIGIN = 'http://localhost:8080';

/** What a link to these people's polls shows. */
const shared = (traces: readonly Sought[]): Place[] =>
  traces.flatMap(({ poll: { id } }) => {
    const link = encodeURIComponent(`${PUBLIC_ORIGIN}/poll/${id}`);
    return [`/share/poll/${id}.html`, `/embed/${id}`, `/api/oembed?url=${link}`].map((path): Place => ({
      name: path,
      show: async (viewer) => (await viewer.get(path)).text,
    }));
  });

async function people(names: readonly string[]): Promise<Trace[]> {
  const made: Trace[] = [];
  for (let start = 0; start < names.length; start += AT_ONCE)
    made.push(...(await Promise.all(names.slice(start, start + AT_ONCE).map((name) => trace(api, name, host)))));
  return made;
}

const report = (person: Person, object: ActObject, words = 'Please look.') =>
  expectStatus(person.post('/api/reports', { ...object, rule: 1, words }), 200);
const decide = async (act: 'hide' | 'warn' | 'silence' | 'suspend', object: ActObject): Promise<Act> =>
  (await expectStatus(administrator.post<Act>('/api/admin/acts', { act, object, rule: 1, reason: 'Be kind.' }), 201))
    .body;
/** Waits until a person has a notice of this kind. */
const heard = (person: Person, kind: string) =>
  eventually(async () => {
    const { body } = await person.get<Notification[]>('/api/notifications');
    expect(body.map(({ notice }) => notice?.kind)).toContain(kind);
  });

/** The proof of the sign-up is too old where there are many people. */
const prove = (person: Person) => expectStatus(person.post('/api/auth/prove', { password: 'correct horse' }), 204);
/** Suspends a person, who then renews the session as a browser does. */
async function suspend({ user, get, post }: Person): Promise<void> {
  await decide('suspend', { kind: 'profile', id: user.id });
  await eventually(async () => expect((await get('/api/auth/me')).status).toBe(401));
  await expectStatus(post('/api/auth/refresh-session'), 200);
}

const named = (name: string, count: number) => Array.from({ length: count }, () => name);

beforeAll(async () => {
  outgoing = await Outgoing.start();
  api = await Api.start({
    ...outgoing.env,
    ...LONG_SESSIONS,
    PUBLIC_ORIGIN,
    FEED_CACHE_MS: '0',
    FEATURED_CACHE_MS: '0',
    TOPICS_CACHE_MS: '0',
    NOTICE_INTERVAL_MS: '0',
    ACT_NOTICE_DELAY_MS: '0',
    COMMENTS_PER_MINUTE: '1000',
    CONTACT_PER_IP: '1000',
    ACCOUNT_DELETION_SWEEP_MS: '50',
    ACCOUNT_DELETION_SETTLE_SECONDS: '1',
  });
  await api.stack.sql('auth', `alter table accounts alter column id restart with ${FIRST_ID}`);
  administrator = await api.operator('Administrator');
  moderator = await api.operator('Moderator', 'moderator');
  host = await trace(api, 'Host', undefined);
  [third] = (await people(['Third'])) as [Trace];
  const couples = await people(named('Pair', PAIRS * 2));
  pairs = Array.from({ length: PAIRS }, (_, n) => [couples[2 * n]!, couples[2 * n + 1]!] as const);
  for (const { person } of [third, ...couples]) await outgoing.addDevice(person);
  deleted = await people(named('Gone', DELETED - PLANTED.length));
  planted = [];
  for (const mark of PLANTED) planted.push(await plant(api, host.person, host.poll.id, mark));
  suspended = await people(named('Out', SUSPENDED));
  await people(named('Else', PEOPLE - 2 * PAIRS - DELETED - SUSPENDED - SILENCED));
  // The newest polls, so that they trend.
  silenced = await people(named('Loud', SILENCED));
  for (const [one, other] of bothWays()) await acquaint(one, other);
  // Both report each other's poll before they are apart; a warning leaves the poll in place.
  for (const [{ person }, other] of bothWays()) {
    await report(person, { kind: 'poll', id: other.poll.id });
    warnings.set(other, await decide('warn', { kind: 'poll', id: other.poll.id }));
    await heard(person, 'report-decided');
  }
  for (const [n, gone] of deleted.entries()) {
    const [one] = pairs[n % PAIRS]!;
    await acquaint(gone, one);
    await acquaint(one, gone);
  }
  // Activity that makes all of them trend, the latest most; further likes do not matter beside so many.
  await api.stack.sql(
    'polls',
    `insert into poll_activity (poll_id, score) select id, $1::float8 + 100 + id / 10.0 from polls where deleted_at is null
     on conflict (poll_id) do update set score = excluded.score`,
    [halfLives(new Date())],
  );
});
afterAll(async () => {
  await api.stop();
  await outgoing.stop();
}, 60_000);

describe('before anybody is apart', () => {
  it('one of each pair finds every canary of the other, and visitors find polls by their link', async () => {
    for (const [one, other] of bothWays()) {
      const places = everywhere([other]);
      await eventually(async () => {
        const hits = await found(places, one.person, other);
        for (const word of other.canaries) expect([word, hits.some((hit) => hit.endsWith(word))]).toEqual([word, true]);
        for (const place of ['/api/notifications', `search ${other.canaries[1]}`])
          expect([place, hits.some((hit) => hit.startsWith(place))]).toEqual([place, true]);
      });
    }
    for (const [one, other] of bothWays()) {
      await eventually(() => expect(outgoing.pushesTo(one.person).join()).toContain(other.canaries[0]));
      await eventually(() => expect(outgoing.mailsTo(one.person).join()).toContain('Be kind.'));
    }
    for (const one of deleted)
      for (const { name, show } of shared([one]))
        expect([name, (await show(api.client())).includes(one.canaries[1]!)]).toEqual([name, true]);
  });
});

describe('people who have blocked each other', () => {
  beforeAll(async () => {
    for (const [one, other] of pairs)
      await expectStatus(one.person.post('/api/blocks', { userId: other.person.user.id }), 200);
    for (const [one, other] of pairs)
      await expectStatus(other.person.post('/api/blocks', { userId: one.person.user.id }), 200);
  });

  it('find no trace of each other anywhere', async () => {
    for (const [one, other] of bothWays()) {
      const warning = `/api/acts/${warnings.get(one)!.id}`;
      expect((await one.person.get(warning)).text).toContain(one.canaries[1]);
      const places = [...everywhere([other]), { name: warning, show: (viewer: Viewer) => readAll(viewer, warning) }];
      // The list of blocks and the blocked profile show the name, so that the block can be removed.
      const back = ['/api/blocks', `/api/users/${other.person.user.id}`].map((path) => `${path}: ${other.canaries[0]}`);
      await eventually(
        async () => {
          const hits = await found(places, one.person, other);
          expect(hits.filter((hit) => !back.includes(hit))).toEqual([]);
        },
        { timeoutMs: 20_000 },
      );
    }
  });

  it('are not in the files that each other may export', async () => {
    const [one, other] = pairs[0]!;
    for (const [{ person }, { canaries }] of [
      [one, other],
      [other, one],
    ] as const) {
      await prove(person);
      await expectStatus(person.post('/api/users/me/export'), 200);
      await eventually(
        async () =>
          expect((await person.get('/api/users/me/export')).body).toMatchObject({ export: { state: 'ready' } }),
        { timeoutMs: 30_000 },
      );
      const headers = { cookie: person.cookieHeader };
      const archive = await (await fetch(`${api.origin}/api/users/me/export/file`, { headers })).arrayBuffer();
      const files = Object.entries(unzipSync(new Uint8Array(archive)));
      expect(files.map(([name]) => name)).toContain('votes.json');
      const finds = files.flatMap(([name, bytes]) =>
        canaries.filter((word) => Buffer.from(bytes).includes(word)).map((word) => `${name}: ${word}`),
      );
      // Own searches and choices stay in the file.
      const own = (find: string) => find.startsWith('searches.json') || find === `votes.json: ${canaries[2]}`;
      expect(finds.filter((find) => !own(find))).toEqual([]);
    }
  });

  it('are still there for everybody else', async () => {
    for (const [one] of pairs) {
      const hits = await found(everywhere([one]), third.person, one);
      for (const word of one.canaries) expect([word, hits.some((hit) => hit.endsWith(word))]).toEqual([word, true]);
    }
  });

  it('get no frame of each other, while others get each', async () => {
    const sockets = new Map<Trace, { socket: WebSocket; frames: string[] }>();
    for (const viewer of [third, ...pairs.flat()]) sockets.set(viewer, await watching(viewer));
    for (const [one, other] of bothWays()) {
      await expectStatus(say(one), 201);
      await eventually(() => sockets.get(third)!.frames.some((frame) => frame.includes(`Live ${one.canaries[3]!}`)));
      const { frames } = sockets.get(other)!;
      expect(frames.filter((frame) => one.canaries.some((word) => frame.includes(word)))).toEqual([]);
    }
    for (const { socket } of sockets.values()) socket.close();
  });

  const say = ({ person, canaries }: Trace) =>
    person.post<Comment>('/api/comments', { pollId: host.poll.id, content: `Live ${canaries[3]!}` });

  it('can do nothing that would notify the other, and nothing waits to be announced', async () => {
    for (const [one, other] of bothWays()) await refused(one, other);
    for (const [{ person }, { canaries }] of bothWays())
      expect(
        await api.stack.sql(
          'notifications',
          `select to_jsonb(n) as row from notices n where recipient_id = $1 and to_jsonb(n)::text ~ $2
           union all select to_jsonb(p) from push_queue p where user_id = $1 and to_jsonb(p)::text ~ $2
           union all select to_jsonb(m) from mail_queue m
             where strpos(to_jsonb(m)::text, $3) > 0 and to_jsonb(m)::text ~ $2`,
          [person.user.id, canaries.join('|'), person.user.email],
        ),
      ).toEqual([]);
  });

  /** What would notify the other is refused like an act on nothing. */
  const refused = async (one: Trace, other: Trace) => {
    for (const [path, body] of [
      ['/api/likes', { pollId: other.poll.id }],
      ['/api/votes', { pollId: other.poll.id, optionIndex: 0 }],
      ['/api/comments', { pollId: other.poll.id, content: 'Hello' }],
      ['/api/follows', { followingId: other.person.user.id }],
    ] as const)
      expect([path, (await one.person.post(path, body)).status]).toEqual([path, 404]);
  };
});

describe('what is sent to people who have blocked each other', () => {
  it('never has a trace of the other, while others get it', async () => {
    const sent = new Map(bothWays().map(([, other]) => [other, outgoing.pushesTo(other.person).length]));
    const pushesTo = (trace: Trace) => outgoing.pushesTo(trace.person).slice(sent.get(trace));
    const greeting = ({ canaries }: Trace) => `To ${canaries[3]}`;
    for (const [one, other] of bothWays()) {
      await expectStatus(third.person.post('/api/votes', { pollId: one.poll.id, optionIndex: 0 }), 200);
      // The other has voted, too, before the block.
      await expectStatus(one.person.post(`/api/polls/${one.poll.id}/end`), 200);
      const comment = { pollId: other.poll.id, content: greeting(other) };
      await expectStatus(third.person.post('/api/comments', comment), 201);
    }
    for (const [one, other] of bothWays()) {
      await eventually(() => expect(pushesTo(third).join()).toContain(`\\"${one.canaries[1]}?\\" has ended`));
      await eventually(() => expect(pushesTo(other).join()).toContain(greeting(other)));
      const texts = [...pushesTo(other), ...outgoing.mailsTo(other.person)];
      expect(texts.filter((text) => one.canaries.some((word) => text.includes(word)))).toEqual([]);
    }
  });
});

describe('people whom moderators have silenced', () => {
  /** Search repeats what was searched for nowhere, so every canary counts. */
  const hits = (viewer: Viewer, one: Trace) => found(lists([one]), viewer, one);

  beforeAll(async () => {
    for (const { person, poll } of silenced) {
      await expectStatus(third.person.post('/api/follows', { followingId: person.user.id }), 200);
      await expectStatus(third.person.post('/api/likes', { pollId: poll.id }), 200);
    }
    // Few polls trend at a time: the latest of the silenced makes room for the one before.
    for (const one of silenced.toReversed()) {
      await eventually(async () => {
        const places = (await hits(host.person, one)).map((hit) => hit.split(':')[0]);
        for (const { path } of [routes.feed, routes.trending, routes.featured]) expect(places).toContain(path);
        expect(places).toContain(`search ${one.canaries[1]}`);
      });
      await decide('silence', { kind: 'profile', id: one.person.user.id });
    }
  });

  it('are in no list of people who do not follow them', async () => {
    for (const viewer of [host.person, pairs[0]![0].person, api.client()])
      for (const one of silenced)
        await eventually(async () => expect(await hits(viewer, one)).toEqual([]), { timeoutMs: 20_000 });
  });

  it('are in the lists of their followers, and in their own', async () => {
    for (const one of silenced)
      for (const viewer of [third.person, one.person])
        await eventually(
          async () => {
            const places = (await hits(viewer, one)).map((hit) => hit.split(':')[0]);
            expect(places).toEqual(expect.arrayContaining([routes.feed.path, `search ${one.canaries[1]}`]));
          },
          { timeoutMs: 20_000 },
        );
  });

  it('stay reachable by profile and link for everybody, and hear why', async () => {
    for (const one of silenced) {
      const { id } = one.person.user;
      for (const path of [`/api/users/${id}`, `/api/users/${id}/polls`, `/api/polls/${one.poll.id}`])
        expect([path, (await host.person.get(path)).text.includes(one.canaries[0]!)]).toEqual([path, true]);
      for (const { show } of shared([one])) expect(await show(api.client())).toContain(one.canaries[1]);
      await heard(one.person, 'act');
    }
  });
});

describe('people whom moderators have suspended', () => {
  beforeAll(async () => {
    for (const { person } of suspended) await suspend(person);
  });

  it('see what visitors see', async () => {
    const traces = [host, third, pairs[0]![0], suspended[0]!];
    const places = [...everywhere(traces), ...shared(traces)];
    const sought = { canaries: traces.flatMap(({ canaries }) => canaries) };
    const visible = await found(places, api.client(), sought);
    expect(visible).not.toEqual([]);
    const own = (hit: string) => /^\/api\/(users|auth)\/me(\/sessions)?:/.test(hit);
    for (const { person } of suspended)
      expect((await found(places, person, sought)).filter((hit) => !own(hit))).toEqual(visible);
  });

  it('are still there for everybody else', async () => {
    for (const one of suspended) {
      const hits = await found(everywhere([one]), host.person, one);
      for (const word of one.canaries) expect([word, hits.some((hit) => hit.endsWith(word))]).toEqual([word, true]);
    }
  });
});

/** A socket that watches the host's poll, with every frame as text. */
async function watching({ person }: Trace): Promise<{ socket: WebSocket; frames: string[] }> {
  const frames: string[] = [];
  const headers = { cookie: person.cookieHeader };
  const socket = new WebSocket(`${person.origin.replace('http', 'ws')}/ws`, { headers });
  socket.on('message', (data: Buffer) => frames.push(data.toString()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'subscribe', pollId: host.poll.id }));
  await eventually(() => frames.some((frame) => frame.includes(`"pollId":${host.poll.id}`)));
  return { socket, frames };
}

describe('people who have deleted their accounts', () => {
  /** Deletions that some service has not confirmed. */
  const unfinished = async () => {
    const { deletions } = await api.stack.rpc.call(adminRpc.deletions, {});
    return deletions.map(({ userId, state, missing }) => ({ userId, state, missing }));
  };
  /** Words that may stay: of polls that stay without a name. */
  const stays = ({ canaries: [, question, option] }: Trace, n: number) => (n % 2 === 0 ? [] : [question!, option!]);
  const gone = () => [
    ...deleted.flatMap((one, n) => [
      ...one.canaries.filter((word) => !stays(one, n).includes(word)),
      one.person.user.username!,
      one.person.user.email,
    ]),
    ...planted.flatMap(({ words: { poll, ...words } }, n) => [...Object.values(words), ...(n % 2 === 0 ? [poll] : [])]),
  ];
  const everyone = (): Sought[] => [
    ...deleted,
    ...planted.map(({ person, words, own }) => ({ person, canaries: Object.values(words), poll: { id: own } })),
  ];
  /** Whether the picture of each planted person's profile is stored, and that of their poll. */
  const pictures = async () => {
    const names = await storedObjects(api);
    const isStored = (path: string) => names.some((name) => path.endsWith(name.split('/').at(-1)!));
    return planted.map(({ pictures: [poll, profile] }) => [isStored(profile!), isStored(poll!)]);
  };

  /** One of them is reported by another of them and by people who stay, and appeals. */
  beforeAll(async () => {
    const [first, second] = deleted as [Trace, Trace];
    const mine = { kind: 'poll', id: first.poll.id } as const;
    await report(second.person, mine, `Says ${second.canaries[3]}`);
    await report(third.person, mine);
    const hidden = await decide('hide', mine);
    await report(host.person, { kind: 'profile', id: first.person.user.id });
    await decide('warn', { kind: 'profile', id: first.person.user.id });
    await report(third.person, { kind: 'comment', id: second.comment.id });
    await decide('hide', { kind: 'comment', id: second.comment.id });
    for (const { person } of [second, third, host]) await heard(person, 'report-decided');
    for (const { person } of [first, second]) await heard(person, 'act');
    const words = `Not ${first.canaries[3]}`;
    await expectStatus(first.person.post(`/api/acts/${hidden.id}/appeal`, { words }), 201);
  });

  beforeAll(async () => {
    await suspend(deleted.at(-1)!.person);
    expect(await pictures()).toEqual(PLANTED.map(() => [true, true]));
    // Each list has an even number of people.
    for (const [n, { person }] of everyone().entries()) {
      const choice = n % 2 === 0 ? 'delete' : 'anonymous';
      await prove(person);
      await expectStatus(person.post('/api/users/me/deletion', { polls: choice }), 200);
      await makeDue(api, person.user.id);
    }
    await eventually(async () => expect(await unfinished()).toEqual([]), { timeoutMs: LONG / 2 });
    await forgetEvents(api);
    outgoing.forget();
  });

  it('are in no table of any service', async () => {
    expect(await findText(api, ...gone())).toEqual({});
    for (const [n, one] of deleted.entries())
      for (const word of stays(one, n)) expect(Object.keys(await findText(api, word))).not.toEqual([]);
  });

  it('are only numbers of deleted accounts', async () => {
    for (const { person } of everyone())
      expect(
        Object.keys(await findNumber(api, person.user.id)).filter((column) => !TOMBSTONES.includes(column)),
      ).toEqual([]);
  });

  it('have no stored picture but that of a poll that stays', () =>
    eventually(async () => expect(await pictures()).toEqual(PLANTED.map((_, n) => [false, n % 2 === 1]))));

  it('are in no event for longer than the event store keeps any', async () => {
    const nats = await Nats.connect({ servers: api.stack.nats.url, name: 'spec' });
    try {
      const streams = await (await jetstreamManager(nats.connection)).streams.list().next();
      expect(streams.map(({ config }) => config.name)).toContain('auth-events');
      for (const { config } of streams) expect([config.name, config.max_age]).toEqual([config.name, EVENTS_KEPT_NS]);
    } finally {
      await nats.connection.close();
    }
  });

  it('were never in a log', () => {
    const words = everyone().flatMap(({ canaries, person: { user } }) => [...canaries, user.username!, user.email]);
    const telling = () => outgoing.logLines.filter((line) => words.some((word) => line.includes(word)));
    expect(telling()).toEqual([]);
    new Logger('Crawl').log({ found: words[0] });
    expect(telling()).toHaveLength(1);
  });

  it('are in no answer to a visitor, a member, a moderator, or people whom they knew', async () => {
    const viewers: Viewer[] = [
      api.client(),
      ...[third, host, silenced[0]!, suspended[0]!, ...pairs.slice(0, 2).map(([one]) => one)].map(
        ({ person }) => person,
      ),
      moderator,
      administrator,
    ];
    const decided = await api.stack.sql<{ path: string }>(
      'community',
      `select '/api/admin/cases/' || id as path from cases union all select '/api/acts/' || id from acts`,
    );
    const places = [
      ...everywhere(everyone()),
      ...shared(everyone()),
      ...decided.map(({ path }): Place => ({ name: path, show: (viewer) => readAll(viewer, path) })),
    ];
    for (const viewer of viewers)
      // Previews for other sites are kept for ten seconds.
      await eventually(async () => expect(await found(places, viewer, { canaries: gone() })).toEqual([]), {
        timeoutMs: 20_000,
      });
  });

  it('are in nothing that is sent afterwards, about what they took part in', async () => {
    for (const [one] of pairs) {
      await expectStatus(third.person.post('/api/likes', { pollId: one.poll.id }), 200);
      await eventually(() => expect(outgoing.pushesTo(one.person).join()).toContain(third.canaries[0]));
    }
    const sent = outgoing.toOthers(everyone().map(({ person }) => person));
    expect(sent.filter((text) => gone().some((word) => text.includes(word)))).toEqual([]);
  });

  it('have voted all the same: no result has moved', async () => {
    const [sum] = await api.stack.sql<{ counted: number; rows: number }>(
      'polls',
      `select (select coalesce(sum(votes_count), 0)::int from poll_counters) as counted,
         (select count(*)::int from votes) as rows`,
    );
    expect(sum!.counted).toBe(sum!.rows);
  });
});
