import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Poll, PollPage, User } from '@inkling/contracts';
import { gateway } from '@inkling/gateway';
import { Metrics, startService, type RunningService } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { startReplicatedPostgres, type ReplicatedPostgres } from '../../infra/test/replicated-postgres.mjs';
import { Api, Client, expectStatus, type Person } from './api.spec-support.js';

/** A browser forgets it after some seconds, which this client does not. */
const WROTE = 'inkling_wrote';

let servers: ReplicatedPostgres;
let api: Api;
let author: Person;
/** Has written nothing lately, as everybody who reads. */
let stranger: Person;
let ownPoll: Poll;
let otherPoll: Poll;

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  api = await Api.start({ DATABASE_READ_URL: servers.readUrl }, servers.url);
  author = await api.person('Ada Author');
  stranger = await api.person('Sam Stranger');
  const other = await api.person('Olu Other');
  otherPoll = await api.poll(other, { question: 'Old enough for everybody?' });
  stranger.cookies.delete(WROTE);
}, 180_000);
afterAll(async () => {
  await api?.stop();
  await servers?.remove();
}, 120_000);

/** Late reads of a service so far, by the server that answered them. */
async function lateReads(service: string): Promise<Record<'standby' | 'primary', number>> {
  const { registry } = api.stack.service(service).app.get(Metrics);
  const { values = [] } = (await registry.getSingleMetric('inkling_late_reads_total')?.get()) ?? {};
  const by = (server: string) => values.find(({ labels }) => labels['server'] === server)?.value ?? 0;
  return { standby: by('standby'), primary: by('primary') };
}
async function lagOf(service: string): Promise<number> {
  const { registry } = api.stack.service(service).app.get(Metrics);
  return (await registry.getSingleMetric('inkling_replica_lag_seconds')?.get())?.values[0]?.value ?? 0;
}
const feed = async (client: Client, query = ''): Promise<Poll[]> =>
  (await expectStatus(client.get<PollPage>(`/api/polls${query}`), 200)).body.polls;
const idsOf = (polls: readonly Poll[]): number[] => polls.map(({ id }) => id);
const found = (polls: readonly Poll[], id: number): Poll | undefined => polls.find((poll) => poll.id === id);

/** Reads until the standby has answered, with nothing from the primary in between. */
const untilOnStandby = (service: string, read: () => Promise<unknown>) =>
  eventually(async () => {
    const before = await lateReads(service);
    await read();
    const after = await lateReads(service);
    return after.standby > before.standby && after.primary === before.primary;
  });

describe('people who have not written lately', () => {
  it('read feed, lists, previews and comments from the standby', async () => {
    await untilOnStandby('polls', () => feed(stranger));
    expect(idsOf(await feed(stranger))).toContain(otherPoll.id);
    for (const path of [
      '/api/polls?page=2',
      `/api/users/${otherPoll.userId}/polls`,
      '/api/users/me/voted-polls',
      `/api/polls/${otherPoll.id}/preview`,
      `/api/polls/${otherPoll.id}/comments`,
    ])
      await untilOnStandby('polls', () => expectStatus(stranger.get(path), 200));
  });

  it('read profiles, lists of people and searches from it, too', async () => {
    for (const path of [`/api/users/${author.user.id}`, `/api/users/${author.user.id}/followers`])
      await untilOnStandby('social', () => expectStatus(stranger.get(path), 200));
    await untilOnStandby('search', () => expectStatus(stranger.get('/api/search?q=enough'), 200));
  });

  it('find a preview on the primary that the standby does not have yet', async () => {
    await untilOnStandby('polls', () => feed(stranger));
    await servers.pause();
    try {
      const fresh = await api.poll(author, { question: 'Just asked?' });
      await expectStatus(stranger.get(`/api/polls/${fresh.id}/preview`), 200);
    } finally {
      await servers.resume();
    }
  });
});

describe('a person who has just written', () => {
  let second: RunningService;
  let secondOrigin: string;
  beforeAll(async () => {
    second = await startService(gateway, { env: api.stack.env('gateway'), migrate: false });
    secondOrigin = `http://127.0.0.1:${(second.app.getHttpServer().address() as AddressInfo).port}`;
    // What the standby shows stays as it is now.
    await servers.pause();
  });
  afterAll(async () => {
    await servers.resume();
    await second.stop();
  });
  const at = (origin: string, cookies: ReadonlyMap<string, string>): Client => {
    const client = new Client(origin);
    for (const [name, value] of cookies) if (name !== WROTE) client.cookies.set(name, value);
    return client;
  };
  /** None of these reads counts as one that may be late. */
  const onPrimary = async (read: () => Promise<unknown>): Promise<boolean> => {
    const before = await Promise.all(['polls', 'social', 'search'].map(lateReads));
    await read();
    expect(await Promise.all(['polls', 'social', 'search'].map(lateReads))).toEqual(before);
    return true;
  };

  it('sees an own poll, like, vote and profile at once while the standby stands still', async () => {
    ownPoll = await api.poll(author, { question: 'Mine?' });
    await onPrimary(async () => {
      expect(idsOf(await feed(author))).toContain(ownPoll.id);
      expect(idsOf(await feed(author, '?page=1'))).toContain(ownPoll.id);
    });
    await expectStatus(author.post('/api/likes', { pollId: otherPoll.id }), 200);
    await expectStatus(author.post('/api/votes', { pollId: otherPoll.id, optionIndex: 1 }), 200);
    await onPrimary(async () => {
      const liked = found(await feed(author), otherPoll.id);
      expect(liked).toMatchObject({ userLiked: true, userVote: 1 });
      const { polls } = (await author.get<PollPage>('/api/users/me/voted-polls')).body;
      expect(idsOf(polls)).toContain(otherPoll.id);
    });
    await expectStatus(
      author.post('/api/users/me/update', { name: 'Ada Renamed', username: author.user.username }),
      200,
    );
    expect((await author.get<User>('/api/users/me')).body.name).toBe('Ada Renamed');
  });

  it('sees it through another gateway, by the same browser or on another device', async () => {
    const sameBrowser = at(secondOrigin, author.cookies);
    sameBrowser.cookies.set(WROTE, '1');
    await onPrimary(async () => expect(idsOf(await feed(sameBrowser))).toContain(ownPoll.id));
    const anotherDevice = at(secondOrigin, author.cookies);
    const next = await api.poll(author, { question: 'From my phone?' });
    await eventually(() => onPrimary(() => feed(anotherDevice)), { timeoutMs: 4_000 });
    expect(idsOf(await feed(anotherDevice))).toContain(next.id);
  });

  it('sees it later, too, while the standby is ten seconds late; nobody reads it then', async () => {
    const later = at(api.origin, author.cookies);
    // Each of these answers is right, not only the last.
    while ((await lagOf('polls')) <= 10) {
      expect(found(await feed(later), otherPoll.id)).toMatchObject({ userLiked: true, userVote: 1 });
      expect(idsOf(await feed(later))).toContain(ownPoll.id);
      await feed(stranger);
    }
    const before = await lateReads('polls');
    expect(idsOf(await feed(stranger))).toContain(ownPoll.id);
    const after = await lateReads('polls');
    expect(after.standby).toBe(before.standby);
    expect(after.primary).toBeGreaterThan(before.primary);
  });
});

describe('a standby', () => {
  it('is read again when it has caught up', async () => {
    await untilOnStandby('polls', () => feed(stranger));
    expect(idsOf(await feed(stranger))).toContain(ownPoll.id);
  });

  it('that stops costs nobody an answer, and is read again when it returns', async () => {
    let reading = true;
    const readers = Array.from({ length: 4 }, async () => {
      while (reading) await Promise.all([feed(stranger), expectStatus(stranger.get('/api/search?q=enough'), 200)]);
    });
    const stopped = servers.stopStandby().finally(() => (reading = false));
    await Promise.all([stopped, ...readers]);
    for (let reads = 0; reads < 10; reads += 1) expect(idsOf(await feed(stranger))).toContain(ownPoll.id);
    await servers.startStandby();
    await untilOnStandby('polls', () => feed(stranger));
  });
});
