import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes, type Comment, type Notification, type Poll, type ServerFrame } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { WebSocket } from 'ws';
import { Api, expectStatus, type Client, type Person } from './api.spec-support.js';

/** A person whose name, question and comments hold a word that occurs nowhere else. */
interface Trace {
  readonly person: Person;
  readonly word: string;
  readonly poll: Poll;
}

let api: Api;
let host: Trace;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  api = await Api.start({ FEED_CACHE_MS: '0', TOPICS_CACHE_MS: '0' });
  host = await trace('Host');
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await api.stop();
}, 60_000);

async function trace(who: string): Promise<Trace> {
  const word = `canary${who}${Date.now().toString(36)}`;
  const person = await api.person(`${who} ${word}`);
  return { person, word, poll: await api.poll(person, { question: `Is ${word} a word?` }) };
}

const comment = ({ person, word }: Trace, poll: Poll) =>
  expectStatus(person.post<Comment>('/api/comments', { pollId: poll.id, content: `Says ${word}` }), 201);

/** One follows the other, likes the other's poll and comments on it. */
async function meet(one: Trace, other: Trace): Promise<void> {
  await expectStatus(one.person.post('/api/follows', { followingId: other.person.user.id }), 200);
  await expectStatus(one.person.post('/api/likes', { pollId: other.poll.id }), 200);
  await comment(one, other.poll);
}

/** A socket that watches polls, with every frame that it got as text. */
async function watching({ person }: Trace, polls: readonly Poll[]): Promise<string[]> {
  const frames: string[] = [];
  const socket = new WebSocket(`${person.origin.replace('http', 'ws')}/ws`, {
    headers: { cookie: person.cookieHeader },
  });
  sockets.push(socket);
  socket.on('message', (data: Buffer) => frames.push(data.toString()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  for (const { id } of polls) socket.send(JSON.stringify({ type: 'subscribe', pollId: id }));
  await eventually(() => polls.every(({ id }) => frames.some((frame) => frame.includes(`"pollId":${id}`))));
  return frames;
}

const found = async ({ person }: Trace, { word }: Trace): Promise<string> =>
  (await expectStatus(person.get(`/api/search?q=${word}`), 200)).text;
const notified = async ({ person }: Trace): Promise<string> =>
  (await expectStatus(person.get('/api/notifications'), 200)).text;
const framesOf = (frames: readonly string[]) => frames.map((frame) => JSON.parse(frame) as ServerFrame);

describe('a blocked pair', () => {
  let [ina, jan]: (Trace | undefined)[] = [];
  let frames: { ina: string[]; jan: string[] };
  beforeAll(async () => {
    [ina, jan] = [await trace('Ina'), await trace('Jan')];
    await meet(ina, jan);
    await meet(jan, ina);
    await meet(host, ina);
    for (const [one, other] of [
      [ina, jan],
      [jan, ina],
    ] as const) {
      await eventually(async () => (await found(one, other)).includes(`Is ${other.word}`));
      await eventually(async () => (await notified(one)).split(other.word).length > 3);
    }
    const polls = [ina.poll, jan.poll, host.poll];
    frames = { ina: await watching(ina, polls), jan: await watching(jan, polls) };
    await expectStatus(ina.person.post('/api/blocks', { userId: jan.person.user.id }), 200);
  }, 120_000);

  it('finds neither the other nor their polls', async () => {
    for (const [one, other] of [
      [ina!, jan!],
      [jan!, ina!],
    ] as const)
      await eventually(async () => expect(await found(one, other)).toBe('{"users":[],"polls":[]}'));
    expect(await found(host, jan!)).toContain(jan!.word);
  });

  it('keeps no notification by the other, and counts the rest exactly', async () => {
    for (const [one, other] of [
      [ina!, jan!],
      [jan!, ina!],
    ] as const) {
      await eventually(async () => expect(await notified(one)).not.toContain(other.word));
      const { body } = await one.person.get<Notification[]>('/api/notifications');
      const unread = await one.person.get('/api/notifications/unread/count');
      expect(unread.text).toContain(String(body.filter(({ read }) => !read).length));
    }
    expect(await notified(ina!)).toContain(host.word);
  });

  it('no longer gets frames of the other’s poll and comments, on sockets from before the block', async () => {
    for (const [own, other] of [
      [frames.ina, jan!],
      [frames.jan, ina!],
    ] as const) {
      await eventually(() => framesOf(own).some((frame) => frame.type === 'error' && frame.code === 'poll-not-found'));
      own.length = 0;
      await expectStatus(host.person.post('/api/likes', { pollId: other.poll.id }), 200);
      await comment(host, other.poll);
      await comment(other, host.poll);
      await comment(host, host.poll);
      await eventually(() =>
        own.some((frame) => frame.includes(host.word) && frame.includes(`"pollId":${host.poll.id}`)),
      );
      expect(own.filter((frame) => frame.includes(other.word) || frame.includes(`"pollId":${other.poll.id}`))).toEqual(
        [],
      );
    }
  });
});

describe('the audience of a poll', () => {
  const KINDS = ['public', 'unlisted', 'followers'] as const;
  type Kind = (typeof KINDS)[number];
  let author: Person;
  let people: Record<'follower' | 'former' | 'stranger' | 'blocked', Person>;
  const word = (kind: Kind): string => `wordof${kind}`;
  const polls = {} as Record<Kind, Poll>;
  const follow = (person: Person) => expectStatus(person.post('/api/follows', { followingId: author.user.id }), 200);
  const unfollow = (person: Person) => expectStatus(person.send('DELETE', `/api/follows/${author.user.id}`), 200);

  beforeAll(async () => {
    author = await api.person('Asker Of Many');
    people = {
      follower: await api.person('Fay Follower'),
      former: await api.person('Finn Former'),
      stranger: await api.person('Sol Stranger'),
      blocked: await api.person('Bo Blocked'),
    };
    for (const person of [people.follower, people.former, people.blocked]) await follow(person);
    for (const kind of KINDS)
      polls[kind] = await api.poll(author, { question: `Is ${word(kind)} known?`, visibility: kind });
    for (const person of [people.follower, people.former])
      await eventually(async () => expect((await person.get(`/api/polls/${polls.followers.id}`)).status).toBe(200));
    await unfollow(people.former);
    await expectStatus(author.post('/api/blocks', { userId: people.blocked.user.id }), 200);
    await eventually(async () => {
      const seen = ['former', 'blocked'].map((who) => people[who as 'former'].get(`/api/polls/${polls.followers.id}`));
      expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([403, 404]);
    });
  }, 120_000);

  /** What a request on each route about polls needs besides its path. */
  const bodies: Record<string, (pollId: number) => unknown> = {
    vote: (pollId) => ({ pollId, optionIndex: 0 }),
    like: (pollId) => ({ pollId }),
    save: (pollId) => ({ pollId }),
    addComment: (pollId) => ({ pollId, content: 'Well asked.' }),
    switchComments: () => ({ off: true }),
    report: (id) => ({ kind: 'poll', id, rule: null }),
  };
  const about = Object.entries(routes).filter(([, { errors }]) =>
    (errors as readonly string[]).includes('poll-not-found'),
  );

  it('is asked on every route about polls', () => {
    const missing = about.filter(([, { errors }]) => !(errors as readonly string[]).includes('followers-only'));
    expect(missing).toEqual([]);
    const paths = Object.entries(routes).filter(([, { path }]) => /\/api\/(polls\/:id|likes|saves|votes)/.test(path));
    expect(paths.filter(([name]) => !about.some(([other]) => other === name))).toEqual([]);
  });

  /** What each route says to somebody about a poll: seen, for followers only, or nothing known. */
  async function verdicts(client: Client, { id }: Poll): Promise<Set<string>> {
    const found = new Set<string>();
    for (const [name, { method, path }] of about) {
      const address = path.replace(/:(?:id|pollId)$|:id(?=\/)/, String(id));
      const answer = await client.send(method, address, bodies[name]?.(id));
      const code = String(answer.body['code']);
      const verdict = code === 'followers-only' || code === 'poll-not-found' ? code : 'seen';
      found.add(verdict);
      if (verdict !== 'seen') expect(answer.text).not.toContain('wordof');
    }
    return found;
  }

  it.each(KINDS)('makes every route about a poll (%s) say the same to each relation', async (kind) => {
    const outside = kind === 'followers' ? 'followers-only' : 'seen';
    const said = async (client: Client) => [...(await verdicts(client, polls[kind]))];
    expect(await said(people.follower)).toEqual(['seen']);
    expect(await said(people.former)).toEqual([outside]);
    expect(await said(people.stranger)).toEqual([outside]);
    expect(await said(people.blocked)).toEqual(['poll-not-found']);
    const preview = await api.client().get(`/api/polls/${polls[kind].id}/preview`);
    expect([preview.status, preview.text.includes(word(kind))]).toEqual(
      kind === 'followers' ? [403, false] : [200, true],
    );
  });

  /** The kinds of polls that a page names. */
  const named = (text: string): Kind[] => KINDS.filter((kind) => text.includes(word(kind)));
  const lists = async (person: Person): Promise<Record<string, Kind[]>> => {
    const paths = {
      feed: '/api/polls',
      profile: `/api/users/${author.user.id}/polls`,
      trending: '/api/polls/trending',
      search: '/api/search?q=wordof',
      topics: '/api/topics/trending',
      voted: '/api/users/me/voted-polls',
      featured: '/api/users/featured',
    };
    const texts = await Promise.all(Object.values(paths).map((path) => person.get(path)));
    return Object.fromEntries(Object.keys(paths).map((name, index) => [name, named(texts[index]!.text)]));
  };

  it('decides what lists show', async () => {
    await eventually(async () => expect((await lists(people.stranger))['search']).toEqual(['public']));
    const everybody = { trending: expect.anything(), search: ['public'], topics: [], featured: [] };
    expect(await lists(people.follower)).toEqual({
      ...everybody,
      feed: ['public', 'followers'],
      profile: ['public', 'followers'],
      voted: [...KINDS],
    });
    for (const person of [people.former, people.stranger])
      expect(await lists(person)).toEqual({
        ...everybody,
        feed: ['public'],
        profile: ['public'],
        voted: ['public', 'unlisted'],
      });
    for (const person of [people.follower, people.stranger])
      expect((await lists(person))['trending']!.filter((kind) => kind !== 'public')).toEqual([]);
    const count = async (person: Person) =>
      (await person.get<{ pollsCount: number }>(`/api/users/${author.user.id}`)).body.pollsCount;
    expect([await count(people.follower), await count(people.stranger)]).toEqual([2, 1]);
  });

  it('ends with the follow on open sockets and in notifications, and begins again with it', async () => {
    const poll = await api.poll(author, { question: 'Is wordoffollowers here?', visibility: 'followers' });
    const reader = await api.person('Rae Reader');
    await follow(reader);
    await eventually(async () => expect((await reader.get(`/api/polls/${poll.id}`)).status).toBe(200));
    await expectStatus(reader.post('/api/votes', { pollId: poll.id, optionIndex: 1 }), 200);
    const waiter = await api.person('Wim Waiter');
    await follow(waiter);
    const wish = () => waiter.send('PUT', `/api/polls/${poll.id}/reminder`);
    await eventually(async () => expect((await wish()).status).toBe(204));
    await expectStatus(wish(), 204);
    const other = { word: 'wordoffollowers', poll };
    const frames = await watching({ person: reader, ...other }, [poll, polls.public]);
    const refused = await watching({ person: people.stranger, ...other }, [poll]);
    await expectStatus(author.post(`/api/polls/${poll.id}/end`), 200);
    expect((await wish()).body).toMatchObject({ code: 'poll-ended' });
    const told = async (person = reader) => (await person.get('/api/notifications')).text.includes('wordoffollowers');
    for (const person of [reader, waiter])
      await eventually(async () => expect(await told(person)).toBe(true), { timeoutMs: 15_000 });
    const { body: notices } = await waiter.get<Notification[]>('/api/notifications');
    expect(notices.filter(({ poll: about }) => about?.id === poll.id)).toMatchObject([
      { type: 'poll_ended', actor: null },
    ]);
    await unfollow(waiter);
    await eventually(async () => expect(await told(waiter)).toBe(false));
    await unfollow(reader);
    await eventually(() =>
      expect(framesOf(frames)).toContainEqual(expect.objectContaining({ type: 'error', pollId: poll.id })),
    );
    await eventually(async () => expect(await told()).toBe(false));
    frames.length = 0;
    await expectStatus(author.post('/api/comments', { pollId: poll.id, content: 'Only for you.' }), 201);
    await expectStatus(author.post('/api/comments', { pollId: polls.public.id, content: 'For all of you.' }), 201);
    await eventually(() => expect(frames.join()).toContain('For all of you.'));
    for (const got of [frames, refused]) expect(got.join()).not.toContain('Only for you.');
    expect(framesOf(refused).every(({ type }) => type === 'error')).toBe(true);
    await follow(reader);
    await eventually(async () => expect((await reader.get(`/api/polls/${poll.id}`)).status).toBe(200));
    expect((await reader.get<Poll>(`/api/polls/${poll.id}`)).body.userVote).toBe(1);
  });
});
