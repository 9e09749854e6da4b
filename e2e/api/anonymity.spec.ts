import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES, type Notification, type Poll, type User } from '@inkling/contracts';
import { eventually, PushService } from '@inkling/testing';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import webPush from 'web-push';
import { WebSocket } from 'ws';
import { Instance } from '../support/instance.mjs';
import { Client, expectStatus } from './api.spec-support.js';

const VOTERS = 40;
/** Votes on three options in turn after which a voter is named again, with the default VOTE_NOTICE_MIN_VOTERS. */
const NAMED_AFTER = 15;
/** Ids start so high that no count or time can be mistaken for one. */
const FIRST_ID = 7_000_001;
const OPTIONS = ['Zanzibar by boat', 'Yakutsk by train', 'Xiamen by kite'];
/** Names of fields that reveal a choice. */
const CHOICE_FIELDS = ['optionIndex', 'option', 'option_index', 'choice', 'userVote'];

interface Voter extends Client {
  readonly user: User;
  readonly option: number;
}

/** One thing that left a service: where it was seen, and its text. */
interface Captured {
  readonly where: 'event' | 'live' | 'log' | 'frame' | 'push';
  readonly text: string;
}

const keys = webPush.generateVAPIDKeys();

describe('a vote', () => {
  let instance: Instance;
  let pushes: PushService;
  let database: pg.Client;
  let nats: NatsConnection;
  let author: Client & { user: User };
  let poll: Poll;
  const voters: Voter[] = [];
  const captured: Captured[] = [];
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    pushes = await PushService.start();
    instance = await Instance.create({
      LOG_LEVEL: 'trace',
      WEB_PUSH_PUBLIC_KEY: keys.publicKey,
      WEB_PUSH_PRIVATE_KEY: keys.privateKey,
      WEB_PUSH_CONTACT: 'mailto:push@example.org',
      WEB_PUSH_HOSTS: pushes.origin,
      PUSH_MIN_INTERVAL_MS: '50',
      PUSH_PER_USER_PER_HOUR: '1000',
    });
    await instance.start();
    database = new pg.Client({ connectionString: instance.databaseUrl });
    await database.connect();
    await database.query(`alter table auth.accounts alter column id restart with ${FIRST_ID}`);
    const { url, user, password } = instance.nats;
    nats = await connect({ servers: url, ...(user ? { user, pass: password ?? '' } : {}) });
    // Calls to the polls service carry votes by design; everything else on the bus must not.
    nats.subscribe('*.*.v1', {
      callback: (_error, message) =>
        void captured.push({ where: 'event', text: `${message.subject} ${message.string()}` }),
    });
    nats.subscribe('live.>', {
      callback: (_error, message) =>
        void captured.push({ where: 'live', text: `${message.subject} ${message.string()}` }),
    });
    await nats.flush();

    author = await signUp('Author');
    for (let index = 0; index < VOTERS + NAMED_AFTER; index++)
      voters.push(Object.assign(await signUp(`Voterine Number${index}`), { option: (index * 7) % 3 }));
    // A vote notification names only people whose account is older than the poll.
    poll = (await expectStatus(author.post<Poll>('/api/polls', { question: 'Where to?', options: OPTIONS }), 201)).body;
    await expectStatus(
      author.post('/api/notification-tokens', { token: pushes.subscribe('author'), deviceType: 'web' }),
      204,
    );
    await expectStatus(
      voters[0]!.post('/api/notification-tokens', { token: pushes.subscribe('voter'), deviceType: 'web' }),
      204,
    );
    for (const person of [author, voters[0]!, voters[1]!]) sockets.push(await watch(person));
  }, 240_000);

  afterAll(async () => {
    for (const socket of sockets) socket.terminate();
    await nats?.close();
    await database?.end();
    await instance?.stop();
    await pushes?.stop();
  }, 60_000);

  async function signUp(name: string): Promise<Client & { user: User }> {
    const client = new Client(instance.origin);
    const unique = name.toLowerCase().replaceAll(' ', '');
    await expectStatus(
      client.post('/api/auth/signup', { email: `${unique}@example.org`, password: 'correct horse' }),
      201,
    );
    const { body: user } = await expectStatus(
      client.post<User>('/api/users/create-profile', { name, username: unique }),
      200,
    );
    const preferences = { nameInVotes: true, vote: { push: true }, poll_ended: { push: true } };
    await expectStatus(client.post('/api/notifications/preferences', preferences), 200);
    return Object.assign(client, { user });
  }

  async function watch(person: Client): Promise<WebSocket> {
    const socket = new WebSocket(`${instance.origin.replace('http', 'ws')}/ws`, {
      headers: { cookie: person.cookieHeader },
    });
    socket.on('message', (data: Buffer) => captured.push({ where: 'frame', text: data.toString() }));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'subscribe', pollId: poll.id }));
    return socket;
  }

  /** Includes PostgreSQL's own log, which quotes a refused row unless a setting forbids it. */
  async function leavesNoAddressInLogs(): Promise<void> {
    const twice =
      'update auth.accounts set email_key = (select email_key from auth.accounts where id = $1) where id = $2';
    const refused = database.query(twice, [author.user.id, voters[0]!.user.id]);
    await expect(refused).rejects.toMatchObject({
      code: '23505',
      detail: expect.stringContaining('author@example.org'),
    });
    await expectStatus(
      new Client(instance.origin).post('/api/auth/signup', { email: 'author@example.org', password: 'correct horse' }),
      409,
    );
    await eventually(() => expect(instance.logs).toContain('duplicate key value violates unique constraint'));
    const addresses = instance.logs.split('\n').filter((line) => /[\w.+-]@[\w-]+\.\w/.test(line));
    expect(addresses).toEqual([]);
  }

  const mentions = (text: string, voter: Voter): boolean =>
    text.includes(String(voter.user.id)) || text.includes(voter.user.name) || text.includes(voter.user.username!);
  const saysChoice = (text: string): boolean =>
    OPTIONS.some((option) => text.includes(option)) ||
    CHOICE_FIELDS.some((field) => text.includes(`"${field}"`)) ||
    /"(options|votes)":\s*\[/.test(text);

  it('is never joined to its voter by anything that leaves the polls service', async () => {
    const named: { count: number; actor: string | undefined }[] = [];
    let cast = 0;
    const vote = async (voter: Voter): Promise<void> => {
      await expectStatus(voter.post('/api/votes', { pollId: poll.id, optionIndex: voter.option }), 200);
      cast += 1;
    };
    const voteNotice = async () =>
      (await author.get<Notification[]>('/api/notifications')).body.find(({ type }) => type === 'vote');
    for (const [index, voter] of voters.slice(0, VOTERS).entries()) {
      await vote(voter);
      if (index % 3 === 0) await expectStatus(voter.post('/api/likes', { pollId: poll.id }), 200);
      if (index % 5 === 0)
        await expectStatus(voter.post('/api/comments', { pollId: poll.id, content: `Remark ${index}` }), 201);
      if (index % 8 === 0) {
        const notice = await voteNotice();
        if (notice) named.push({ count: notice.count, actor: notice.actor?.name });
      }
    }
    // Batching decides which announcement names a voter, so wait until one of the next does.
    for (const voter of voters.slice(VOTERS)) {
      const notice = await eventually(async () => {
        const now = await voteNotice();
        expect(now?.count).toBe(cast);
        return now;
      });
      if (notice?.actor) break;
      await vote(voter);
    }
    // The refusal of a second vote carries the earlier choice, which only its voter may see.
    for (const voter of voters.slice(0, 5))
      expect((await voter.post('/api/votes', { pollId: poll.id, optionIndex: 0 })).status).toBe(409);
    await database.query(`update polls.polls set end_date = now() where id = $1`, [poll.id]);
    await database.query(`insert into polls.due_ends (poll_id, end_date) values ($1, now()) on conflict do nothing`, [
      poll.id,
    ]);
    await eventually(
      async () => {
        const notices = (await author.get<Notification[]>('/api/notifications')).body;
        expect(notices.map(({ type }) => type)).toEqual(
          expect.arrayContaining(['vote', 'like', 'comment', 'poll_ended']),
        );
        expect(notices.find(({ type }) => type === 'vote')).toMatchObject({
          count: cast,
          actor: { name: expect.stringContaining('Voterine') },
        });
      },
      { timeoutMs: 20_000 },
    );
    await eventually(() => expect(pushes.of('author').length).toBeGreaterThan(1), { timeoutMs: 20_000 });
    await eventually(() => expect(pushes.of('voter').length).toBeGreaterThan(0), { timeoutMs: 20_000 });
    expect(pushes.faults).toEqual([]);

    for (const device of ['author', 'voter'])
      captured.push(
        ...pushes.of(device).map(({ fields }): Captured => ({ where: 'push', text: JSON.stringify(fields) })),
      );
    captured.push(...instance.logs.split('\n').map((text): Captured => ({ where: 'log', text })));
    const rows = await database.query<{ text: string }>(
      SERVICES.map((schema) => `select payload as text from ${schema}.outbox`).join(' union all '),
    );
    captured.push(...rows.rows.map(({ text }): Captured => ({ where: 'event', text })));
    // Every channel must have carried something, or finding no leak would prove nothing.
    const seen = (where: Captured['where'], pattern: RegExp) =>
      captured.filter((each) => each.where === where && pattern.test(each.text)).length;
    expect(seen('event', /polls\.votes-counted\.v1/)).toBeGreaterThan(5);
    // Tallies and notifications are coalesced, so a quick run makes few.
    expect(seen('live', /^live\.poll\./)).toBeGreaterThan(0);
    expect(seen('live', /^live\.user\./)).toBeGreaterThan(0);
    expect(seen('log', /POST \/api\/votes 200/)).toBe(cast);
    expect(seen('frame', /"poll_vote"/)).toBeGreaterThan(0);
    expect(seen('push', /voted on your poll/)).toBeGreaterThan(0);

    // Likes, comments and some notifications name a person beside a poll, but never a choice.
    const joined = captured.filter(({ text }) => saysChoice(text) && voters.some((voter) => mentions(text, voter)));
    expect(joined).toEqual([]);
    // Events about votes name nobody at all.
    const ofVotes = captured.filter(
      ({ where, text }) => (where === 'event' || where === 'live') && /votes-counted|"cause":\s*"vote"/.test(text),
    );
    expect(ofVotes.filter(({ text }) => voters.some((voter) => mentions(text, voter)))).toEqual([]);
    // No request id joins a voter in a log to a vote in an event.
    const requestIds = new Set(
      captured
        .filter(({ where, text }) => where === 'log' && voters.some((voter) => mentions(text, voter)))
        .flatMap(({ text }) => /"requestId":"([^"]+)"/.exec(text)?.[1] ?? []),
    );
    const ofRequests = ofVotes.filter(({ text }) => [...requestIds].some((id) => text.includes(id)));
    expect(ofRequests).toEqual([]);
    await leavesNoAddressInLogs();
    // Below the minimum nobody is named.
    for (const { count, actor } of named) if (count < 5) expect(actor).toBeUndefined();
  }, 240_000);
});
