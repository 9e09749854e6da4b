import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Poll, PollPage } from '@inkling/contracts';
import { createHmac, randomUUID } from 'node:crypto';
import { eventually } from '@inkling/testing';
import { Api, expectStatus, type Person } from './api.spec-support.js';

describe('votes over HTTP', () => {
  let api: Api;
  let author: Person;
  beforeAll(async () => {
    api = await Api.start();
    author = await api.person('Author');
  }, 120_000);
  afterAll(() => api.stop(), 60_000);

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
    const clients = tokens(1_000).map((token) => {
      const client = api.client();
      client.cookies.set('inkling_session', token);
      return client;
    });
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

  /** Access tokens of users who do not exist: the vote path does not check whether they do. */
  function tokens(count: number): string[] {
    const secret = api.stack.env('gateway')['SESSION_SECRET']!;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const iat = Math.floor(Date.now() / 1_000);
    return Array.from({ length: count }, (_, index) => {
      const claims = { sub: 1_000_000 + index, sid: randomUUID(), profile: true, iat, exp: iat + 600 };
      const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
      return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    });
  }
});
