import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import { adminRpc, place, type Poll, type PollPage } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { expectStatus, shareApi, type Api, type Client, type Person } from './api.spec-support.js';
import { IS_LONG_RUN, Kills } from './kills.spec-support.js';

/** Every way in which a vote is stored. */
const KINDS = [
  {},
  { method: 'multiple' },
  { method: 'ranked' },
  { sealed: true },
  { method: 'ranked', sealed: true },
] as const;
const VOTERS = 1_000;
const KILLS_PER_REPLICA = 3;
/** For so long a replica may be at work before it is killed. */
const WITHIN_MS = 2_000;

describe('votes over HTTP', () => {
  const product = shareApi();
  let api: Api;
  let author: Person;
  beforeAll(async () => {
    api = await product.start();
    author = await api.person('Author');
  }, 120_000);
  afterAll(() => product.stop(), 60_000);

  const kills = new Kills(WITHIN_MS);
  afterAll(() => kills.stop());

  const stored = async (pollId: number) => {
    const [counters] = await api.stack.sql<{ votes: number[]; votes_count: number }>(
      'polls',
      'select votes, votes_count from poll_counters where poll_id = $1',
      [pollId],
    );
    const rows = await api.stack.sql<{ option_index: number; count: number }>(
      'polls',
      'select option_index, count(*)::int as count from votes where poll_id = $1 group by option_index',
      [pollId],
    );
    return {
      counters: counters!,
      rows: rows.reduce((sum, { count }) => sum + count, 0),
      byOption: counters!.votes.map((_, index) => rows.find((row) => row.option_index === index)?.count ?? 0),
    };
  };

  it('200 parallel votes by one user: one is counted, the others are answered with its choice', async () => {
    const poll = await api.poll(author);
    const voter = await api.person();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        voter.post<Poll>('/api/votes', { pollId: poll.id, optionIndex: index % 3 }),
      ),
    );
    const counted = answers.filter(({ status }) => status === 200);
    expect(counted).toHaveLength(1);
    const choice = counted[0]!.body.userVote;
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(199);
    for (const { body } of refused) expect(body).toMatchObject({ code: 'already-voted', userVote: choice });
    const { counters, rows } = await stored(poll.id);
    expect([counters.votes_count, rows]).toEqual([1, 1]);
  });

  it('a thousand users in parallel: counts equal rows equal acknowledged votes', async () => {
    const poll = await api.poll(author);
    const clients = voters(1_000);
    const answers = await Promise.all(
      clients.map((client, index) => client.post<Poll>('/api/votes', { pollId: poll.id, optionIndex: index % 3 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1_000);
    for (const { body } of answers) expect(body.options.every(({ votes }) => votes !== undefined)).toBe(true);
    const { counters, rows, byOption } = await stored(poll.id);
    expect([counters.votes_count, rows]).toEqual([1_000, 1_000]);
    expect(counters.votes).toEqual([334, 333, 333]);
    expect(byOption).toEqual(counters.votes);
  });

  it('hides counts from everyone who has not voted, the author included, on every path', async () => {
    const poll = await api.poll(author);
    const voter = await api.person();
    const voted = await expectStatus(voter.post<Poll>('/api/votes', { pollId: poll.id, optionIndex: 2 }), 200);
    expect(voted.body).toMatchObject({
      votesCount: 1,
      userVote: 2,
      resultsVisible: true,
      options: [{ votes: 0 }, { votes: 0 }, { votes: 1 }],
    });
    const views = async (who: Person) => [
      (await who.get<Poll>(`/api/polls/${poll.id}`)).body,
      (await who.get<PollPage>('/api/polls')).body.polls.find(({ id }) => id === poll.id),
      (await who.get<PollPage>(`/api/users/${author.user.id}/polls`)).body.polls.find(({ id }) => id === poll.id),
      (await who.post('/api/likes', { pollId: poll.id })) && (await who.get<Poll>(`/api/polls/${poll.id}`)).body,
    ];
    for (const view of await views(author)) {
      expect(view).toMatchObject({ votesCount: 1, resultsVisible: false, userVote: null });
      expect(JSON.stringify(view!.options)).not.toContain('votes');
    }
    for (const view of await views(voter))
      expect(view).toMatchObject({
        resultsVisible: true,
        userVote: 2,
        options: [{ votes: 0 }, { votes: 0 }, { votes: 1 }],
      });
  });

  it('refuses a vote after the end, and shows results to all', async () => {
    const poll = await api.poll(author);
    const late = await api.person();
    await api.stack.sql('polls', `update polls set end_date = now() where id = $1`, [poll.id]);
    const refused = await late.post('/api/votes', { pollId: poll.id, optionIndex: 0 });
    expect([refused.status, refused.body['code']]).toEqual([403, 'poll-ended']);
    expect((await late.get<Poll>(`/api/polls/${poll.id}`)).body).toMatchObject({
      resultsVisible: true,
      userVote: null,
    });
  });

  it('takes a set, an order, or a choice that nobody can look up', async () => {
    const voter = await api.person();
    const kinds: [Record<string, unknown>, number[], Partial<Poll>, object][] = [
      [{ method: 'multiple' }, [2, 0], { userChoices: [0, 2] }, { choices: [0, 2] }],
      [{ method: 'ranked' }, [2, 0], { userChoices: [2, 0] }, { choices: [2, 0] }],
      [{ method: 'ranked', sealed: true }, [2, 0], {}, {}],
      [{}, [1], { userVote: 1 }, { choices: [1], userVote: 1 }],
    ];
    for (const [fields, choices, read, earlier] of kinds) {
      const poll = await api.poll(author, fields);
      const { body } = await expectStatus(voter.post<Poll>('/api/votes', { pollId: poll.id, choices }), 200);
      expect(body).toMatchObject({ votesCount: 1, userVoted: true, userVote: null, ...read });
      expect('userChoices' in body).toBe('userChoices' in read);
      expect((await voter.get<Poll>(`/api/polls/${poll.id}`)).body).toEqual(body);
      const { message: _message, ...again } = (await voter.post('/api/votes', { pollId: poll.id, choices: [0] })).body;
      expect(again).toEqual({ code: 'already-voted', ...earlier });
    }
    const single = await api.poll(author);
    const refused = await voter.post('/api/votes', { pollId: single.id, choices: [0, 1] });
    expect([refused.status, refused.body['code']]).toEqual([400, 'bad-option']);
  });

  it('are given up for the results', async () => {
    const poll = await api.poll(author);
    await expectStatus(author.post('/api/votes', { pollId: poll.id, optionIndex: 2 }), 200);
    const looker = await api.person();
    const { body } = await expectStatus(looker.post<Poll>(`/api/polls/${poll.id}/abstain`), 200);
    expect(body).toMatchObject({ userAbstained: true, abstentionsCount: 1, votesCount: 1 });
    expect(body.options.map((option) => option.votes)).toEqual([0, 0, 1]);
    const refused = await looker.post('/api/votes', { pollId: poll.id, optionIndex: 0 });
    expect([refused.status, refused.body['code']]).toEqual([409, 'abstained']);
    expect((await author.post(`/api/polls/${poll.id}/abstain`)).body).toMatchObject({ code: 'already-voted' });
  });

  it('can be downloaded as table, JSON and picture by who may see the results', async () => {
    const poll = await api.poll(author);
    const [other, visitor] = [await api.person(), api.client()];
    const path = (query: string) => `/api/polls/${poll.id}/results?${query}`;
    const codes = async (query: string) =>
      (await Promise.all([visitor, other, author].map((who) => who.get(path(query))))).map(
        ({ status, body }) => `${status} ${String(body['code'])}`,
      );
    for (const format of ['csv', 'json', 'png'])
      expect(await codes(`format=${format}`)).toEqual(['401 unauthorized', '403 poll-not-ended', '403 results-hidden']);
    expect((await codes('format=svg'))[2]).toBe('400 invalid-request');
    expect((await codes('format=png&language=fr'))[2]).toBe('400 invalid-request');
    await expectStatus(author.post('/api/votes', { pollId: poll.id, optionIndex: 0 }), 200);
    const picture = await expectStatus(author.get(path('format=png&language=de')), 200);
    expect(picture.text.slice(1, 4)).toBe('PNG');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('content-disposition')).toBe(`attachment; filename="poll-${poll.id}-results.png"`);
    expect(picture.headers.get('cache-control')).toMatch(/no-store|private/);
    expect((await expectStatus(author.get(path('format=csv')), 200)).text).toContain('option,votes,percent,leads');
    const statistics = await expectStatus(author.get(`/api/polls/${poll.id}/statistics`), 200);
    expect(statistics.body).toMatchObject({ votesCount: 1, totals: { step: 'hour' }, commenters: null });
    expect((await visitor.get(`/api/polls/${poll.id}/statistics`)).status).toBe(401);
  });

  it('deletes only for the author', async () => {
    const poll = await api.poll(author);
    const other = await api.person();
    expect((await other.send('DELETE', `/api/polls/${poll.id}`)).status).toBe(403);
    expect((await author.send('DELETE', `/api/polls/${poll.id}`)).status).toBe(204);
    expect((await other.get(`/api/polls/${poll.id}`)).status).toBe(404);
    expect((await author.send('DELETE', `/api/polls/${poll.id}`)).status).toBe(404);
    expect((await other.post('/api/votes', { pollId: poll.id, optionIndex: 0 })).status).toBe(404);
  });

  it('answers 503 while the polls service is away, and works again after', async () => {
    const poll = await api.poll(author);
    await api.stack.stopService('polls');
    for (const answer of [
      await author.get('/api/polls'),
      await author.post('/api/votes', { pollId: poll.id, optionIndex: 0 }),
    ]) {
      expect([answer.status, answer.body['code']]).toEqual([503, 'unavailable']);
    }
    expect((await api.client().get('/health/ready')).status).toBe(503);
    expect((await api.client().get('/health/live')).status).toBe(200);
    await api.stack.startService('polls');
    expect((await author.post('/api/votes', { pollId: poll.id, optionIndex: 0 })).status).toBe(200);
    await eventually(async () => expect((await api.client().get('/health/ready')).status).toBe(200));
  }, 60_000);

  // The default run kills the whole product (e2e/crash); `KILLS=6` adds this one.
  (IS_LONG_RUN ? it : it.skip)(
    'of every kind are kept and counted once while two replicas are killed',
    async () => {
      const polls: Poll[] = [];
      for (const kind of KINDS) polls.push(await api.poll(author, kind));
      const choicesOf = (kind: (typeof KINDS)[number], voter: number) =>
        'method' in kind ? [voter % 3, (voter + 1 + (voter % 2)) % 3] : [voter % 3];
      const ballots = voters(VOTERS).flatMap((client, voter) =>
        KINDS.map((kind, n) => ({ client, body: { pollId: polls[n]!.id, choices: choicesOf(kind, voter) } })),
      );
      const acknowledged = new Set<number>();
      let killing = true;
      let next = 0;
      // People go on after all have voted, so every kill finds some at it; a vote that was lost would be taken again.
      const voting = async () => {
        while (killing || acknowledged.size < ballots.length) {
          const at = next++ % ballots.length;
          const { client, body } = ballots[at]!;
          const { status } = await client.post('/api/votes', body);
          expect(acknowledged.has(at) ? [409, 503] : [200, 409, 503]).toContain(status);
          if (status !== 503) acknowledged.add(at);
        }
      };
      await api.stack.stopService('polls');
      const replica = async () => {
        for (let killed = 0; killed < KILLS_PER_REPLICA; killed += 1) await kills.runAndKill(api, 'polls');
      };
      const votes = Promise.all(Array.from({ length: 16 }, voting));
      await Promise.all([replica(), replica()]);
      await api.stack.startService('polls');
      killing = false;
      await votes;

      for (const [n, kind] of KINDS.entries()) {
        const { id } = polls[n]!;
        const cast = Array.from({ length: VOTERS }, (_, voter) => choicesOf(kind, voter));
        const { counters, rows } = await stored(id);
        expect([kind, counters.votes_count, rows]).toEqual([kind, VOTERS, VOTERS]);
        const counted =
          'method' in kind && kind.method === 'multiple' ? cast : cast.map((choices) => choices.slice(0, 1));
        const perOption = [0, 1, 2].map((option) => counted.filter((choices) => choices.includes(option)).length);
        await expectStatus(author.post(`/api/polls/${id}/end`), 200);
        // The end of a sealed poll shows what it has held back.
        await eventually(async () => {
          const { options } = (await author.get<Poll>(`/api/polls/${id}`)).body;
          expect(options.map((option) => option.votes)).toEqual(perOption);
        });
        if (n < 2) continue;
        const counts = await api.stack.sql<{ choice: number; n: number }>(
          'polls',
          'select choice, n from ballot_counts where poll_id = $1',
          [id],
        );
        const wanted = Map.groupBy(cast, (choices) => place(choices));
        expect(new Map(counts.map((row) => [row.choice, row.n]))).toEqual(
          new Map([...wanted].map(([choice, same]) => [choice, same.length])),
        );
      }
      expect(await api.stack.rpc.call(adminRpc.recountPolls, {})).toMatchObject({ corrected: 0 });
    },
    300_000,
  );

  /** Clients with access tokens of users who do not exist: the vote path does not check whether they do. */
  function voters(count: number): Client[] {
    const secret = api.stack.env('gateway')['SESSION_SECRET']!;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const iat = Math.floor(Date.now() / 1_000);
    return Array.from({ length: count }, (_, index) => {
      const claims = { sub: 1_000_000 + index, sid: randomUUID(), profile: true, iat, exp: iat + 600 };
      const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
      const client = api.client();
      const signature = createHmac('sha256', secret).update(head).digest('base64url');
      client.cookies.set('inkling_session', `${head}.${signature}`);
      return client;
    });
  }
});
