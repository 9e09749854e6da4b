import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Comment, Notification, Poll, ServerFrame } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { WebSocket } from 'ws';
import { Api, expectStatus, type Person } from './api.spec-support.js';

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
