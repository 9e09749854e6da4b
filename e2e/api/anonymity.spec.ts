import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes, SERVICES, type Notification, type Poll, type User } from '@inkling/contracts';
import { eventually, OtlpCollector, PushService } from '@inkling/testing';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import webPush from 'web-push';
import { WebSocket } from 'ws';
import { Instance } from '../support/instance.mjs';
import { Client, expectStatus, LONG_SESSIONS } from './api.spec-support.js';
import { found, placesOf, readAll, type Place } from './crawl.spec-support.js';
import { allRows, textsInFiles } from './evidence.spec-support.js';
import {
  countsIn,
  findJoins,
  smallestStep,
  type Evidence,
  type FoundText,
  type KnownVote,
} from './vote-joins.spec-support.js';

const VOTERS = 40;
/** Votes on three options in turn after which a voter is named again, with the default VOTE_NOTICE_MIN_VOTERS. */
const NAMED_AFTER = 15;
/** Ids start so high that no count or time can be mistaken for one. */
const FIRST_ID = 7_000_001;
const OPTIONS = ['Zanzibar by boat', 'Yakutsk by train', 'Xiamen by kite'];
/** Voters of the sealed poll; `SEALED_VOTERS=1000` makes the search a long one. */
const SEALED_VOTERS = Number(process.env['SEALED_VOTERS'] ?? 45);
const FLOWERS = ['Zinnia', 'Yarrow', 'Xyris'];
/** Names of fields that reveal a choice. */
const CHOICE_FIELDS = ['optionIndex', 'option', 'option_index', 'choice', 'choices', 'userVote', 'userChoices'];

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
  let collector: OtlpCollector;
  const opsPort = randomInt(12_000, 20_000);
  let database: pg.Client;
  let nats: NatsConnection;
  let author: Client & { user: User };
  let poll: Poll;
  const voters: Voter[] = [];
  const captured: Captured[] = [];
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    pushes = await PushService.start();
    collector = await OtlpCollector.start();
    instance = await Instance.create({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OPS_PORT: String(opsPort),
      FEED_CACHE_MS: '0',
      LOG_LEVEL: 'trace',
      WEB_PUSH_PUBLIC_KEY: keys.publicKey,
      WEB_PUSH_PRIVATE_KEY: keys.privateKey,
      WEB_PUSH_CONTACT: 'mailto:push@example.org',
      WEB_PUSH_HOSTS: pushes.origin,
      PUSH_MIN_INTERVAL_MS: '50',
      PUSH_PER_USER_PER_HOUR: '1000',
      ...LONG_SESSIONS,
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
    await collector?.close();
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

  async function watch(person: Client, pollId = poll.id): Promise<WebSocket> {
    const socket = new WebSocket(`${instance.origin.replace('http', 'ws')}/ws`, {
      headers: { cookie: person.cookieHeader },
    });
    socket.on('message', (data: Buffer) => captured.push({ where: 'frame', text: data.toString() }));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'subscribe', pollId }));
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

  /** At the end, every notification names the same leading options, which is no choice of its recipient. */
  const withoutResult = (text: string): string => text.replaceAll(/,\\?"leaders\\?":\s?\[[^\]]*\]/g, '');

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
    await endNow(poll.id);
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
    const joined = captured
      .map((each) => ({ ...each, text: withoutResult(each.text) }))
      .filter(({ text }) => saysChoice(text) && voters.some((voter) => mentions(text, voter)));
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

  /** The text of an answer to a read, as evidence. */
  async function observe(person: Pick<Client, 'get'>, path: string, where = `body of ${path}`): Promise<FoundText> {
    return { where, text: (await person.get(path)).text };
  }

  const asAdministrator = async (person: Client & { user: User }): Promise<void> => {
    await database.query(`update auth.accounts set role = 'administrator' where id = $1`, [person.user.id]);
    await expectStatus(person.post('/api/auth/refresh-session', {}), 200);
  };

  const endNow = async (pollId: number): Promise<void> => {
    await database.query(`update polls.polls set end_date = now() where id = $1`, [pollId]);
    await database.query(`insert into polls.due_ends (poll_id, end_date) values ($1, now()) on conflict do nothing`, [
      pollId,
    ]);
  };

  /** Options without a pattern, never five equal ones in a row. */
  function drawOptions(count: number): number[] {
    let seed = 20_261_123;
    const drawn: number[] = [];
    while (drawn.length < count) {
      seed = (seed * 48_271) % 2_147_483_647;
      const option = seed % FLOWERS.length;
      if (!drawn.slice(-4).every((one) => one === option) || drawn.length < 4) drawn.push(option);
    }
    return drawn;
  }

  it(
    'on a sealed poll is joined to its voter by nothing that is stored or sent',
    async () => {
      const [administrator, reader, ...rest] = voters;
      const people = [...rest];
      while (people.length < SEALED_VOTERS)
        people.push(Object.assign(await signUp(`Voterine Number${people.length + 100}`), { option: 0 }));
      await asAdministrator(administrator!);
      const asked = { question: 'Which flower?', options: FLOWERS, sealed: true, showResultsBeforeVoting: true };
      const sealed = (await expectStatus(author.post<Poll>('/api/polls', asked), 201)).body;
      const observers = [author, administrator!, reader!];
      for (const observer of observers) sockets.push(await watch(observer, sealed.id));
      const options = drawOptions(SEALED_VOTERS);
      const votes = people.slice(0, SEALED_VOTERS).map(({ user }, index): KnownVote => ({
        userId: user.id,
        name: user.name,
        username: user.username!,
        option: options[index]!,
      }));

      const bodies: FoundText[] = [];
      const counted = async () => (await author.get<Poll>(`/api/polls/${sealed.id}`)).body.countedVotes ?? 0;
      for (const [index, { option }] of votes.entries()) {
        const voter = people[index]!;
        // Some wait for the result, and vote after all.
        if (index % 3 === 0) await expectStatus(voter.send('PUT', `/api/polls/${sealed.id}/reminder`), 204);
        const answer = await expectStatus(
          voter.post<Poll>('/api/votes', { pollId: sealed.id, choices: [option] }),
          200,
        );
        // Within seconds fewer than two groups of five are not shown.
        if (index % 15 === 14) await eventually(async () => expect(index + 1 - (await counted())).toBeLessThan(10));
        expect([answer.body.userVoted, answer.body.userVote, answer.body.userChoices]).toEqual([true, null, undefined]);
        bodies.push({ where: 'answers to voters', text: answer.text });
        if (index % 3 === 0) await expectStatus(voter.post('/api/likes', { pollId: sealed.id }), 200);
        if (index % 4 === 0)
          await expectStatus(voter.post('/api/comments', { pollId: sealed.id, content: `Petal ${index}` }), 201);
        // They read after every vote. Reading more often shows no other counts.
        for (const [at, observer] of observers.entries())
          bodies.push(await observe(observer, `/api/polls/${sealed.id}`, `reads of observer ${at}`));
        bodies.push(
          await observe(new Client(instance.origin), `/api/polls/${sealed.id}/preview`, 'reads of a visitor'),
        );
      }
      for (const voter of people.slice(0, 3)) {
        const second = await voter.post('/api/votes', { pollId: sealed.id, choices: [0] });
        expect([second.status, second.text]).toEqual([409, expect.not.stringMatching(/userVote|choices/)]);
      }
      // Counts have moved, by groups of votes.
      const seen = bodies
        .filter(({ where }) => where === 'reads of observer 0')
        .flatMap(({ text }) => countsIn(text, sealed.id, FLOWERS.length));
      const steps = [...new Set(seen.map(String))].map((counts) => counts.split(',').map(Number));
      expect(steps.length).toBeGreaterThan(2);
      expect(smallestStep(steps)).toBeGreaterThanOrEqual(5);

      const evidence = async (): Promise<Evidence> => ({
        pollId: sealed.id,
        options: FLOWERS,
        votes,
        rows: await allRows(database),
        texts: [
          ...bodies,
          ...captured,
          ...textsInFiles(instance.dataFolder),
          ...['author', 'voter'].flatMap((device) =>
            pushes.of(device).map(({ fields }) => ({ where: 'push', text: JSON.stringify(fields) })),
          ),
          ...collector.bodies.map((text) => ({ where: 'trace', text })),
          { where: 'metrics', text: await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text() },
        ],
      });
      await eventually(async () => {
        const { rows } = await database.query('select 1 from polls.sealed_changes');
        expect(rows).toEqual([]);
      });
      await eventually(() => expect(collector.bodies.join('')).toContain('POST /api/votes'));
      const before = await evidence();
      expect(before.texts.filter(({ where }) => /nats|logs/.test(where)).length).toBeGreaterThan(100);
      expect(
        before.rows.filter(({ table, data }) => table === 'polls.votes' && data['poll_id'] === sealed.id),
      ).toHaveLength(votes.length);
      expect(findJoins(before)).toEqual([]);

      await endNow(sealed.id);
      const whole = await eventually(async () => {
        const { body } = await author.get<Poll>(`/api/polls/${sealed.id}`);
        expect(body.countedVotes).toBe(votes.length);
        return body;
      });
      bodies.push({ where: 'reads of observer 0', text: JSON.stringify(whole) });
      expect(whole.options.map(({ votes: count }) => count)).toEqual(
        FLOWERS.map((_, option) => votes.filter((vote) => vote.option === option).length),
      );
      const after = await evidence();
      const results = after.texts.flatMap(
        ({ text }) => /"leaders":\[[^\]]*(?:Zinnia|Yarrow|Xyris)[^\]]*\]/.exec(text) ?? [],
      );
      expect(new Set(results).size).toBe(1);
      expect(
        findJoins({ ...after, texts: after.texts.map(({ where, text }) => ({ where, text: withoutResult(text) })) }),
      ).toEqual([]);

      // The same search finds what is planted.
      await database.query(
        `update polls.votes v set option_index = c.option from unnest($2::bigint[], $3::int[]) as c(user_id, option)
       where v.poll_id = $1 and v.user_id = c.user_id`,
        [sealed.id, votes.map(({ userId }) => userId), votes.map(({ option }) => option)],
      );
      expect(findJoins(await evidence())).toEqual(
        expect.arrayContaining(['polls.votes.option_index stands for the choice']),
      );
    },
    240_000 + SEALED_VOTERS * 1_500,
  );

  it('on a quiz is not helped: the right answer reaches nobody who has not voted', async () => {
    const canary = `CanaryBecause${randomInt(1e9)}`;
    const word = `Oriole${randomInt(1e9)}`;
    const [voter, guest, late] = voters.slice(-3) as [Voter, Voter, Voter];
    const asked = {
      question: `${word} or which other bird sings at night?`,
      options: ['Robin', 'Nightingale', 'Wren'],
      quizAnswer: 1,
      quizExplanation: canary,
    };
    const created = await expectStatus(author.post<Poll>('/api/polls', asked), 201);
    const quiz = created.body;
    const visitor = new Client(instance.origin);
    sockets.push(await watch(guest, quiz.id));
    await expectStatus(guest.post('/api/saves', { pollId: quiz.id }), 200);
    await expectStatus(guest.post('/api/comments', { pollId: quiz.id, content: 'I wonder.' }), 201);

    const link = encodeURIComponent(`${instance.origin}/poll/${quiz.id}`);
    const paths = [
      `/api/search?q=${word}`,
      `/poll/${quiz.id}`,
      `/share/poll/${quiz.id}.html`,
      `/share/poll/${quiz.id}.png`,
      `/embed/${quiz.id}`,
      `/api/oembed?url=${link}`,
      '/home',
      `/api/polls/${quiz.id}/results?format=csv`,
    ];
    const places: Place[] = [
      ...placesOf([{ person: author, canaries: [], poll: quiz } as never], [routes.dataExportFile]),
      ...paths.map((path): Place => ({ name: path, show: (viewer) => readAll(viewer, path) })),
    ];
    const secrets = { canaries: [canary, '"answer":1', 'right answer', 'quiz_answer', 'quizAnswer'] };
    const finders = async (viewer: Client) => new Set(await found(places, viewer, secrets));
    /** Where a viewer finds the question: the search for its answer looks at the right places. */
    const shown = (viewer: Client) => found(places, viewer, { canaries: [word] });
    expect(created.text).not.toContain(canary);
    await eventually(async () => expect((await shown(guest)).join()).toContain('/api/search'));
    expect((await shown(guest)).length).toBeGreaterThan(8);
    for (const viewer of [guest, author, visitor]) expect(await finders(viewer)).toEqual(new Set());
    const deepDive = await guest.get(`/api/polls/${quiz.id}/insights`);
    expect([deepDive.status, deepDive.text]).toEqual([403, expect.stringContaining('quiz-open')]);
    const refused = await guest.post('/api/votes', { pollId: quiz.id, choices: [4] });
    expect([refused.status, refused.text]).toEqual([400, expect.not.stringContaining(canary)]);

    const right = await expectStatus(voter.post<Poll>('/api/votes', { pollId: quiz.id, choices: [0] }), 200);
    expect(right.body.quiz).toEqual({ answer: 1, explanation: canary });
    expect((await finders(voter)).size).toBeGreaterThan(2);
    // What was kept for one is not shown to another.
    for (const viewer of [guest, late, author, visitor]) expect(await finders(viewer)).toEqual(new Set());
    await eventually(() =>
      expect(
        captured.filter(({ where, text }) => where === 'frame' && text.includes(`"pollId":${quiz.id}`)).length,
      ).toBeGreaterThan(0),
    );
    // Nothing else has it: no event, message, log, file, or table but that of polls.
    const texts = [...captured, ...textsInFiles(instance.dataFolder)];
    expect(texts.filter(({ text }) => text.includes(canary)).map(({ where }) => where)).toEqual([]);
    const rows = (await allRows(database)).filter(({ data }) => JSON.stringify(data).includes(canary));
    expect([...new Set(rows.map(({ table }) => table))]).toEqual(['polls.polls']);

    await endNow(quiz.id);
    await eventually(async () => {
      const { body } = await guest.get<Poll>(`/api/polls/${quiz.id}`);
      expect(body.quiz).toEqual({ answer: 1, explanation: canary });
    });
  }, 120_000);
});
