import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BALLOT_CODE_MAX,
  completePoll,
  Envelope,
  Poll,
  pollsRpc,
  votedFields,
  votesCounted,
  VoteBatchReply,
  type EventData,
} from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { Polls, tally } from '../polls.spec-support.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

const users = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => from + index);
const filled = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
/** The poll of a reply, as its voter sees it. */
const seenBy = (text: string, choice: number): Poll =>
  Poll.parse(
    JSON.parse(
      completePoll(text, {
        resultsVisible: true,
        ...votedFields([choice], true),
        userLiked: false,
        userSaved: false,
        userReminded: false,
      }),
    ),
  );

describe('voting', () => {
  it('records a vote and answers with the poll as the voter now sees it', async () => {
    const poll = await polls.ask();
    const reply = VoteBatchReply.parse(await polls.cast({ pollIds: [poll.id], userIds: [9], options: [1] }));
    expect(reply.results).toEqual([{ outcome: 'recorded', poll: 0, liked: false, saved: false }]);
    const seen = seenBy(reply.polls[0]!, 1);
    expect(seen).toEqual(await polls.get(poll.id, 9));
    expect(seen.options.map((option) => option.votes)).toEqual([0, 1, 0]);
    expect(seen.version).toBeGreaterThan(poll.version);
  });

  it('answers whether the voter has liked and saved the poll', async () => {
    const poll = await polls.ask();
    await polls.sql('insert into likes (poll_id, user_id) values ($1, 5)', [poll.id]);
    await polls.sql('insert into saves (poll_id, user_id) values ($1, 6)', [poll.id]);
    const { results } = await polls.cast({ pollIds: filled(3, poll.id), userIds: [5, 6, 7], options: [0, 0, 0] });
    expect(results.map(({ liked, saved }) => [liked, saved])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it('answers with the text as it is after a change of the poll or of its author', async () => {
    const poll = await polls.ask({ userId: 41, quizAnswer: 1, quizExplanation: 'Because "it" is.\n' });
    await polls.vote(poll.id, 1, 0);
    await polls.sql(`update polls set mood = 'curious', comments_off = true where id = $1`, [poll.id]);
    await polls.sql(`update authors set name = 'Ada', version = version + 1 where user_id = 41`);
    const { polls: texts } = await polls.cast({ pollIds: [poll.id], userIds: [2], options: [0] });
    const seen = seenBy(texts[0]!, 0);
    expect(seen).toEqual(await polls.get(poll.id, 2));
    expect(seen).toMatchObject({ mood: 'curious', commentsOff: true, user: { name: 'Ada' }, votesCount: 2 });
  });

  it('records one of 200 parallel votes of one user', async () => {
    const poll = await polls.ask();
    const outcomes = await Promise.all(users(200).map((n) => polls.vote(poll.id, 77, n % 3)));
    expect(tally(outcomes)).toEqual({ recorded: 1, 'already-voted': 199 });
    const { votes, votesCount, rows } = await polls.count(poll.id);
    const choice = votes.indexOf(1);
    expect(new Set(outcomes.filter((one) => one.outcome === 'already-voted').map((one) => one.choice))).toEqual(
      new Set([choice]),
    );
    expect({ votesCount, rows }).toEqual({ votesCount: 1, rows: votes });
  });

  it('answers a later second vote with the earlier choice', async () => {
    const poll = await polls.ask();
    await polls.vote(poll.id, 3, 2);
    expect(await polls.vote(poll.id, 3, 0)).toEqual({ outcome: 'already-voted', choice: 2, choices: [2] });
  });

  it('counts a thousand users exactly', async () => {
    const poll = await polls.ask();
    const outcomes = await Promise.all(users(1_000).map((user) => polls.vote(poll.id, user, user % 3)));
    expect(tally(outcomes)).toEqual({ recorded: 1_000 });
    expect(await polls.count(poll.id)).toMatchObject({
      votesCount: 1_000,
      votes: [333, 334, 333],
      rows: [333, 334, 333],
    });
    const events = (await polls.events<EventData<typeof votesCounted>>(votesCounted.type)).flatMap((event) =>
      event.polls.filter((one) => one.pollId === poll.id),
    );
    expect(events.reduce((sum, one) => sum + one.count, 0)).toBe(1_000);
    expect(events.at(-1)).toMatchObject({ votesCount: 1_000, authorId: 1 });
  });

  it('refuses an option that the poll does not have, and leaves the counts unchanged', async () => {
    const poll = await polls.ask();
    const { results } = await polls.cast({ pollIds: filled(3, poll.id), userIds: [1, 2, 3], options: [3, 4, 5] });
    expect(tally(results)).toEqual({ 'bad-option': 3 });
    expect(await polls.count(poll.id)).toMatchObject({ votesCount: 0, votes: [0, 0, 0], rows: [0, 0, 0] });
    for (const ballot of [-1, 1.5, '0', null, [], BALLOT_CODE_MAX + 1]) {
      const batch = { pollIds: [poll.id], userIds: [1], ballots: [ballot as number] };
      expect(await outcome(polls.stack.rpc.call(pollsRpc.castVotes, batch))).toBe('invalid-request');
    }
    expect(await polls.vote(poll.id, 1, 2)).toMatchObject({ outcome: 'recorded' });
  });

  it('takes options from gateways of the release before', async () => {
    const poll = await polls.ask();
    const batch = { pollIds: [poll.id, poll.id], userIds: [1, 2], options: [2, 3] };
    const { results } = await polls.stack.rpc.call(pollsRpc.castVotes, batch);
    expect(tally(results)).toEqual({ recorded: 1, 'bad-option': 1 });
    expect(await polls.get(poll.id, 1)).toMatchObject({ userVote: 2 });
  });

  it('gives each vote of a batch its own outcome: unknown poll, ended, bad option or repeated', async () => {
    const [open, ended] = [await polls.ask(), await polls.ask()];
    await polls.vote(open.id, 1, 1);
    await polls.end(ended.id);
    const { results, polls: texts } = await polls.cast({
      pollIds: [open.id, ended.id, 987_654_321, open.id, open.id],
      userIds: [1, 1, 1, 2, 3],
      options: [0, 0, 0, 7, 2],
    });
    expect(results.map((result) => result.outcome)).toEqual([
      'already-voted',
      'poll-ended',
      'poll-not-found',
      'bad-option',
      'recorded',
    ]);
    expect(results[0]!.choice).toBe(1);
    expect(texts).toHaveLength(1);
    expect(await polls.count(ended.id)).toMatchObject({ votesCount: 0, rows: [0, 0, 0] });
  });

  it('refuses columns of unequal length', async () => {
    expect(await outcome(polls.cast({ pollIds: [1, 2], userIds: [1], options: [0, 0] }))).toBe('invalid-request');
  });

  it('writes one event for a batch of votes on many polls', async () => {
    // Longer than any number in the random ids of events.
    const VOTER = 4_242_424_242_424;
    const ids = await polls.seed(60);
    const before = (await polls.events(votesCounted.type)).length;
    const { results } = await polls.cast({ pollIds: ids, userIds: filled(60, VOTER), options: filled(60, 1) });
    expect(tally(results)).toEqual({ recorded: 60 });
    const events = (
      await polls.sql<{ payload: string }>('select payload from outbox where subject = $1 order by id', [
        votesCounted.type,
      ])
    ).slice(before);
    // The recorder splits 60 votes into at most two batches, and each writes one event.
    expect(events.length).toBeLessThanOrEqual(2);
    const counted = events.flatMap(
      ({ payload }) => votesCounted.data.parse(Envelope.parse(JSON.parse(payload)).data).polls,
    );
    expect(counted.map((one) => one.pollId).toSorted((a, b) => a - b)).toEqual(ids);
    // Neither voters nor options (ADR 5).
    expect(events.some(({ payload }) => payload.includes(String(VOTER)))).toBe(false);
    expect(Object.keys(counted[0]!).toSorted()).toEqual([
      'authorId',
      'count',
      'others',
      'pollId',
      'version',
      'votesCount',
    ]);
  });

  it('counts in its events how many votes are not the author’s', async () => {
    const [first, second] = await polls.seed(2, 77);
    const of = async () =>
      (await polls.events<EventData<typeof votesCounted>>(votesCounted.type))
        .flatMap((event) => event.polls)
        .filter(({ authorId }) => authorId === 77);
    await polls.vote(first!, 77, 0);
    expect((await of()).map(({ count, others }) => [count, others])).toEqual([[1, 0]]);
    await polls.cast({
      pollIds: [first!, second!, second!, second!],
      userIds: [78, 77, 78, 79],
      options: [0, 0, 1, 1],
    });
    const sums = [first, second].map((id) =>
      of().then((all) => all.filter(({ pollId }) => pollId === id).reduce((sum, { others }) => sum + others!, 0)),
    );
    expect(await Promise.all(sums)).toEqual([1, 2]);
  });
});
