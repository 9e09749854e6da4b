import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  LiveTally,
  Poll,
  adminRpc,
  choicesOfViewer,
  completePoll,
  maskOf,
  personalDataRpc,
  place,
  pollForViewer,
  pollsRpc,
  tallySubject,
  votedFields,
  wholePoll,
  type PollMethod,
} from '@inkling/contracts';
import type { RunningService } from '@inkling/platform';
import { eventually, outcome } from '@inkling/testing';
import { EndAnnouncer } from '../ends/end-announcer.js';
import { FeedService } from '../feed/feed.service.js';
import { PollModeration } from '../moderation/poll-moderation.js';
import { Polls, shown, tally, type Ask } from '../polls.spec-support.js';
import { SealedCounts } from '../sealed/sealed-counts.js';

let polls: Polls;
let second: RunningService;
beforeAll(async () => {
  polls = await Polls.start({ env: { POLL_END_SWEEP_MS: '600000', FEED_CACHE_MS: '0', RECOMMENDATIONS_MS: '0' } });
  second = await polls.replica();
});
afterAll(async () => {
  await second.stop();
  await polls.stack.stop();
});

const OPTIONS = ['Train', 'Plane', 'Boat', 'Bike'];
const ask = (request: Ask = {}) => polls.ask({ options: OPTIONS, ...request });
const vote = async (pollId: number, userId: number, choices: number[]) =>
  (await polls.castAll({ pollIds: [pollId], userIds: [userId], choices: [choices] })).results[0]!;
const abstain = async (pollId: number, userId: number) =>
  wholePoll(await polls.stack.rpc.call(pollsRpc.abstain, { pollId, userId }));
const recount = () => polls.stack.rpc.call(adminRpc.recountPolls, {});
const ballots = (pollId: number) =>
  polls.sql<{ choice: number; n: number; shown: number }>(
    'select choice, n, shown from ballot_counts where poll_id = $1 order by choice',
    [pollId],
  );
const sweep = async () => {
  await polls.part(SealedCounts).sweep();
  // The other replica may have been at it, and is skipped.
  await eventually(async () => expect(await polls.sql('select 1 from sealed_changes')).toEqual([]));
};
const moderate = (objectId: number, state: 'hidden' | 'shown', version: number) =>
  polls
    .part(PollModeration)
    .apply({ kind: 'poll', objectId, authorId: 1, pollId: null, state, sensitive: null, actId: 31, version });
/** Ends a poll as its author, and announces the end. */
const end = async (pollId: number, userId = 1) => {
  await polls.stack.rpc.call(pollsRpc.end, { pollId, userId });
  await polls.sql(`update due_ends set end_date = now() - interval '2 seconds' where poll_id = $1`, [pollId]);
  await polls.part(EndAnnouncer).sweep();
};

describe('a poll of each kind', () => {
  it('is published with its rule, and shows it to everyone', async () => {
    expect(await ask()).toMatchObject({ method: 'single', minChoices: 1, maxChoices: 1, sealed: false, quiz: null });
    const multiple = await ask({ method: 'multiple', maxChoices: 3, shuffled: true });
    expect(multiple).toMatchObject({ method: 'multiple', minChoices: 1, maxChoices: 3, shuffled: true });
    const ranked = await ask({ method: 'ranked', sealed: true });
    expect(ranked).toMatchObject({ method: 'ranked', minChoices: 1, maxChoices: 4, sealed: true });
    expect(await polls.get(ranked.id, 5)).toEqual(ranked);
    expect(await polls.stack.rpc.call(pollsRpc.preview, { pollId: ranked.id })).toMatchObject({
      method: 'ranked',
      maxChoices: 4,
      sealed: true,
    });
  });

  it('is refused where its fields do not fit together', async () => {
    for (const fields of [{ maxChoices: 2 }, { method: 'multiple', maxChoices: 5 }, { quizAnswer: 4 }] as Ask[])
      expect(await outcome(ask(fields))).toBe('invalid-request');
  });

  it('keeps the answer of a quiz from those who have not voted', async () => {
    const poll = await ask({ quizAnswer: 2, quizExplanation: 'It "floats".' });
    expect(poll.quiz).toEqual({});
    expect(await vote(poll.id, 7, [0])).toMatchObject({ outcome: 'recorded' });
    const answer = { answer: 2, explanation: 'It "floats".' };
    expect(await polls.get(poll.id, 7)).toMatchObject({ quiz: answer, userVote: 0 });
    expect(await polls.get(poll.id, 8)).toMatchObject({ quiz: {} });
    expect(await polls.stack.rpc.call(pollsRpc.preview, { pollId: poll.id })).toMatchObject({ quiz: {} });
    await polls.end(poll.id);
    expect(await polls.get(poll.id, 8)).toMatchObject({ quiz: answer });
    expect(await polls.stack.rpc.call(pollsRpc.preview, { pollId: poll.id })).toMatchObject({ quiz: answer });
  });
});

describe('a ballot', () => {
  it.each<[PollMethod, number[], number[], (number | undefined)[]]>([
    ['multiple', [2, 0], [0, 2], [1, 0, 1, 0]],
    ['ranked', [2, 0], [2, 0], [0, 0, 1, 0]],
    ['multiple', [3], [3], [0, 0, 0, 1]],
    ['ranked', [3], [3], [0, 0, 0, 1]],
  ])('on a %s poll for %j reads %j and counts %j', async (method, choices, read, counts) => {
    const poll = await ask({ method });
    const reply = await polls.castAll({ pollIds: [poll.id], userIds: [9], choices: [choices] });
    expect(reply.results).toEqual([{ outcome: 'recorded', poll: 0, liked: false, saved: false, choices: read }]);
    const others = { userLiked: false, userSaved: false, userReminded: false };
    const viewer = { resultsVisible: true, ...votedFields(read, false), ...others };
    const answered = Poll.parse(JSON.parse(completePoll(reply.polls[0]!, viewer)));
    expect(answered).toMatchObject({ votesCount: 1, userVoted: true, userVote: null, userChoices: read });
    expect(shown(answered)).toEqual(counts);
    const { polls: listed } = await polls.list('voted', { viewerId: 9 });
    for (const seen of [await polls.get(poll.id, 9), listed[0]]) expect(seen).toEqual(answered);
    const [again, other] = [await vote(poll.id, 9, [1]), await polls.get(poll.id, 10)];
    expect(again).toEqual({ outcome: 'already-voted', choices: read });
    expect(other).toMatchObject({ userVoted: false, userChoices: null });
    expect(shown(other)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is refused unless it holds as many options as the poll takes', async () => {
    const [multiple, ranked, single] = [
      await ask({ method: 'multiple', minChoices: 2, maxChoices: 3 }),
      await ask({ method: 'ranked', minChoices: 3 }),
      await ask({ sealed: true }),
    ];
    const cast: [number, number[], string][] = [
      [multiple.id, [0], 'bad-option'],
      [multiple.id, [0, 1, 2, 3], 'bad-option'],
      [multiple.id, [0, 4], 'bad-option'],
      [multiple.id, [0, 1, 2], 'recorded'],
      [ranked.id, [0, 1], 'bad-option'],
      [ranked.id, [3, 1, 2, 0], 'recorded'],
      [single.id, [0, 1], 'bad-option'],
      [single.id, [4], 'bad-option'],
      [single.id, [3], 'recorded'],
    ];
    const { results } = await polls.castAll({
      pollIds: cast.map(([id]) => id),
      userIds: cast.map((_, index) => 100 + index),
      choices: cast.map(([, choices]) => choices),
    });
    expect(results.map((result) => result.outcome)).toEqual(cast.map(([, , wanted]) => wanted));
    expect(await vote((await ask()).id, 1, [0, 1])).toEqual({ outcome: 'bad-option' });
  });

  it('may be the second of a batch, with the choices of the first', async () => {
    const [ranked, sealed] = [await ask({ method: 'ranked' }), await ask({ sealed: true })];
    const both = (pollId: number, choices: number[]) =>
      polls.castAll({ pollIds: [pollId, pollId], userIds: [3, 3], choices: [choices, [0]] });
    expect((await both(ranked.id, [2, 1])).results[1]).toEqual({ outcome: 'already-voted', choices: [2, 1] });
    const { results } = await both(sealed.id, [2]);
    expect(results[0]).toMatchObject({ outcome: 'recorded', choices: null });
    expect(results[1]).toEqual({ outcome: 'already-voted' });
    expect(await vote(sealed.id, 3, [1])).toEqual({ outcome: 'already-voted' });
  });

  it('shows on the first page as it is, whatever the kind', async () => {
    const ids: number[] = [];
    for (const method of ['single', 'multiple', 'ranked'] as const) ids.push((await ask({ method })).id);
    const sealed = await ask({ method: 'multiple', sealed: true });
    const given = await ask();
    await vote(ids[0]!, 21, [3]);
    await vote(ids[1]!, 21, [3, 1]);
    await vote(ids[2]!, 21, [3, 1]);
    await vote(sealed.id, 21, [3, 1]);
    await abstain(given.id, 21);
    const reply = await polls.part(FeedService).firstPage({ viewerIds: [21] });
    const page = new Map(
      reply.viewers[0]!.map(([position, own, liked, saved]) => {
        const actions = { vote: own, liked, saved, reminded: false };
        const poll = Poll.parse(JSON.parse(pollForViewer(reply.polls[position]!, actions)));
        return [poll.id, poll];
      }),
    );
    const choices = [...ids, sealed.id, given.id].map((id) => choicesOfViewer(page.get(id)!));
    expect(choices).toEqual([[3], [1, 3], [3, 1], null, null]);
    for (const id of [...ids, sealed.id, given.id]) {
      const { similarToLiked: _similar, ...read } = await polls.get(id, 21);
      expect(page.get(id)).toMatchObject(read);
    }
    expect([page.get(sealed.id), page.get(given.id)]).toMatchObject([
      { userVoted: true, userAbstained: false },
      { userVoted: false, userAbstained: true, resultsVisible: true },
    ]);
  });

  it('is in its voter’s own file, but for sealed polls', async () => {
    const [single, multiple, ranked, sealed, given] = [
      await ask(),
      await ask({ method: 'multiple' }),
      await ask({ method: 'ranked' }),
      await ask({ sealed: true }),
      await ask(),
    ];
    for (const poll of [single, multiple, ranked, sealed])
      await vote(poll.id, 31, poll === single ? [1] : [3].concat(poll === sealed ? [] : [1]));
    await abstain(given.id, 31);
    const { entries } = await polls.stack.rpc.call(personalDataRpc.polls, { userId: 31, collection: 'votes' });
    const by = new Map((entries as { pollId: number }[]).map((entry) => [entry.pollId, entry]));
    expect([single, multiple, ranked, sealed, given].map(({ id }) => by.get(id))).toMatchObject([
      { choice: 'Plane', choices: ['Plane'], sealed: false, abstained: false },
      { choice: null, choices: ['Plane', 'Bike'], abstained: false },
      { choice: null, choices: ['Bike', 'Plane'], abstained: false },
      { choice: null, choices: null, sealed: true, abstained: false, at: sealed.createdAt },
      { choice: null, choices: null, sealed: false, abstained: true },
    ]);
  });
});

describe('a thousand parallel voters', () => {
  it.each<[PollMethod, boolean]>([
    ['single', false],
    ['multiple', false],
    ['ranked', false],
    ['single', true],
    ['ranked', true],
  ])('on a %s poll (sealed: %s) are counted exactly by two replicas', async (method, sealed) => {
    const poll = await ask({ method, sealed });
    const choicesOf = (user: number): number[] => {
      const order = [user % 4, (user * 7 + 1) % 4, (user + 2) % 4].filter((one, at, all) => all.indexOf(one) === at);
      return method === 'single' ? order.slice(0, 1) : order;
    };
    const users = Array.from({ length: 1_000 }, (_, index) => index + 1);
    // A call goes to one of the two replicas; every tenth user votes twice.
    const cast = (user: number) => vote(poll.id, user, choicesOf(user));
    const outcomes = await Promise.all([...users, ...users.filter((user) => user % 10 === 0)].map(cast));
    expect(tally(outcomes)).toEqual({ recorded: 1_000, 'already-voted': 100 });
    const [{ voters }] = (await polls.sql<{ voters: number }>(
      'select count(*)::int as voters from votes where poll_id = $1',
      [poll.id],
    )) as [{ voters: number }];
    expect([voters, (await polls.count(poll.id)).votesCount]).toEqual([1_000, 1_000]);
    const stored = await ballots(poll.id);
    if (sealed || method === 'ranked') {
      const wanted = Map.groupBy(users, (user) => (method === 'ranked' ? place(choicesOf(user)) : choicesOf(user)[0]!));
      expect(new Map(stored.map(({ choice, n }) => [choice, n]))).toEqual(
        new Map([...wanted].map(([choice, voting]) => [choice, voting.length])),
      );
    } else expect(stored).toEqual([]);
    if (sealed) await sweep();
    const perOption = OPTIONS.map(
      (_, option) =>
        users.filter((user) =>
          method === 'multiple' ? choicesOf(user).includes(option) : choicesOf(user)[0] === option,
        ).length,
    );
    const seen = shown(await polls.get(poll.id, 1));
    const waiting = 1_000 - seen.reduce<number>((sum, count) => sum + count!, 0);
    // The number depends on the moment of the last rewrite.
    if (sealed) expect([5, 6, 7, 8, 9]).toContain(waiting);
    else expect(seen).toEqual(perOption);
    expect(await recount()).toMatchObject({ corrected: 0 });
    await end(poll.id);
    expect(shown(await polls.get(poll.id, 5_000))).toEqual(perOption);
    expect(await recount()).toMatchObject({ corrected: 0 });
  });
});

describe('a sealed poll', () => {
  it('stores who voted, and how often each choice was cast, but never both together', async () => {
    const poll = await ask({ method: 'multiple', sealed: true });
    await Promise.all([1, 2, 3, 4].map((user) => vote(poll.id, user, user === 4 ? [0, 3] : [2])));
    expect(
      await polls.sql(
        `select user_id::int, option_index,
           created_at = (select p.created_at from polls p where p.id = poll_id) as made_then
         from votes where poll_id = $1 order by user_id`,
        [poll.id],
      ),
    ).toEqual([1, 2, 3, 4].map((user_id) => ({ user_id, option_index: null, made_then: true })));
    expect(await ballots(poll.id)).toEqual([
      { choice: maskOf([2]), n: 3, shown: 0 },
      { choice: maskOf([0, 3]), n: 1, shown: 0 },
    ]);
  });

  it('writes all choices in one transaction again, so that none points at the last voter’s', async () => {
    const poll = await ask({ sealed: true });
    for (const user of [1, 2, 3]) await vote(poll.id, user, [user]);
    const stamps = () =>
      polls.sql<{ stamp: string; voters: number }>(
        `select xmin::text as stamp, (select count(*)::int from votes v where v.xmin = b.xmin) as voters
         from ballot_counts b where poll_id = $1`,
        [poll.id],
      );
    await sweep();
    const after = await stamps();
    expect(new Set(after.map((row) => row.stamp)).size).toBe(1);
    expect(after.map((row) => row.voters)).toEqual([0, 0, 0]);
    expect(await polls.sql('select 1 from sealed_changes')).toEqual([]);
  });

  it('shows its total at once, and counts per option in groups of five, one group late', async () => {
    const poll = await ask({ sealed: true });
    const seen: LiveTally[] = [];
    const stop = polls.stack.bus.subscribe(tallySubject(poll.id), (bytes) =>
      seen.push(LiveTally.parse(JSON.parse(Buffer.from(bytes).toString()))),
    );
    const steps: (number | undefined)[] = [];
    for (let user = 1; user <= 21; user += 1) {
      await vote(poll.id, user, [user % 2]);
      await sweep();
      const read = await polls.get(poll.id, 1);
      expect(read.votesCount).toBe(user);
      expect(shown(read).reduce<number>((sum, count) => sum + count!, 0)).toBe(read.countedVotes);
      steps.push(read.countedVotes);
    }
    expect(steps).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 15, 15]);
    await eventually(() => seen.some((one) => one.votesCount === 21 && one.countedVotes === 15));
    const watched = await polls.stack.rpc.call(pollsRpc.watch, { viewerId: 1, pollIds: [poll.id] });
    expect(watched).toMatchObject([{ votesCount: 21, countedVotes: 15, resultsVisible: true }]);
    expect((await polls.stack.rpc.call(pollsRpc.watch, { viewerId: 99, pollIds: [poll.id] }))[0]).not.toHaveProperty(
      'countedVotes',
    );
    await end(poll.id);
    expect(await polls.get(poll.id, 99)).toMatchObject({ votesCount: 21, countedVotes: 21, resultsVisible: true });
    await eventually(() => seen.some((one) => one.countedVotes === 21));
    stop();
    expect(shown(await polls.get(poll.id, 99))).toEqual([10, 11, 0, 0]);
    expect(await vote(poll.id, 50, [0])).toEqual({ outcome: 'poll-ended' });
  });

  it('takes no vote after its end has shown all, even from a statement that began before', async () => {
    const poll = await ask({ sealed: true });
    await vote(poll.id, 1, [0]);
    await end(poll.id);
    // The clock of that statement.
    await polls.sql(`update polls set end_date = now() + interval '1 hour' where id = $1`, [poll.id]);
    expect(await vote(poll.id, 2, [0])).toEqual({ outcome: 'poll-ended' });
  });

  it('names nobody, and neither do polls that take several options', async () => {
    const draw = (pollId: number) => polls.stack.rpc.call(pollsRpc.drawVoters, { pollId, limit: 10, outsideLead: 0 });
    for (const [fields, drawn] of [
      [{}, 3],
      [{ sealed: true }, 0],
      [{ method: 'multiple' }, 0],
      [{ method: 'ranked' }, 0],
    ] as [Ask, number][]) {
      const poll = await ask(fields);
      for (const user of [2, 3, 4]) await vote(poll.id, user, [user % 3]);
      expect((await draw(poll.id)).userIds).toHaveLength(drawn);
      const page = { pollId: poll.id, after: 0, limit: 10 };
      expect((await polls.stack.rpc.call(pollsRpc.endRecipients, page)).userIds).toEqual([2, 3, 4]);
    }
  });

  it('returns with its ballots after moderators have hidden it', async () => {
    const poll = await ask({ sealed: true, endDate: new Date(Date.now() + 9 * 86_400_000).toISOString() });
    for (let user = 1; user <= 12; user += 1) await vote(poll.id, user, [user % 2]);
    await abstain(poll.id, 77);
    await sweep();
    const before = await polls.get(poll.id, 1);
    expect(before.abstentionsCount).toBe(1);
    // The number depends on the moment of the last rewrite.
    expect([5, 6, 7]).toContain(before.countedVotes);
    await moderate(poll.id, 'hidden', 1);
    expect(await outcome(polls.get(poll.id, 2))).toBe('poll-not-found');
    expect((await polls.get(poll.id, 1)).countedVotes).toBe(before.countedVotes);
    await moderate(poll.id, 'shown', 2);
    expect(await polls.get(poll.id, 1)).toMatchObject({ ...before, version: expect.any(Number) });
    expect(await recount()).toMatchObject({ corrected: 0 });
  });
});

describe('an abstention', () => {
  it('shows the results, counts as no vote and is for good', async () => {
    const poll = await ask();
    await vote(poll.id, 1, [2]);
    const seen = await abstain(poll.id, 8);
    expect(seen).toMatchObject({
      votesCount: 1,
      abstentionsCount: 1,
      resultsVisible: true,
      userVoted: false,
      userAbstained: true,
      userVote: null,
      userChoices: null,
    });
    expect(shown(seen)).toEqual([0, 0, 1, 0]);
    expect(await abstain(poll.id, 8)).toEqual(seen);
    expect(await vote(poll.id, 8, [0])).toEqual({ outcome: 'abstained' });
    expect(await outcome(abstain(poll.id, 1))).toBe('already-voted');
    expect(await outcome(abstain(999_999, 1))).toBe('poll-not-found');
    expect((await polls.list('voted', { viewerId: 8 })).polls.map(({ id }) => id)).not.toContain(poll.id);
    const page = { pollId: poll.id, after: 0, limit: 10 };
    expect((await polls.stack.rpc.call(pollsRpc.endRecipients, page)).userIds).toEqual([1]);
    expect(await recount()).toMatchObject({ corrected: 0 });
    await polls.sql('update poll_counters set abstentions_count = 7 where poll_id = $1', [poll.id]);
    expect(await recount()).toMatchObject({ corrected: 1 });
    expect(await polls.get(poll.id, 8)).toMatchObject({ abstentionsCount: 1 });
  });

  it('and a vote of one person at once leave exactly one of them', async () => {
    const poll = await ask({ method: 'ranked' });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const user = 1 + Math.floor(index / 2);
        return index % 2 === 0 ? vote(poll.id, user, [1]) : outcome(abstain(poll.id, user));
      }),
    );
    const { votesCount, abstentionsCount } = await polls.get(poll.id, 1);
    expect(votesCount + abstentionsCount).toBe(20);
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(abstentionsCount);
    expect(await recount()).toMatchObject({ corrected: 0 });
  });
});

describe('an early end', () => {
  it('is the author’s, is announced once, and is seen by those who watch', async () => {
    const poll = await ask({ userId: 4 });
    await vote(poll.id, 5, [1]);
    expect(await outcome(polls.stack.rpc.call(pollsRpc.end, { pollId: poll.id, userId: 5 }))).toBe('forbidden');
    const seen: LiveTally[] = [];
    const stop = polls.stack.bus.subscribe(tallySubject(poll.id), (bytes) =>
      seen.push(LiveTally.parse(JSON.parse(Buffer.from(bytes).toString()))),
    );
    const ended = await polls.stack.rpc.call(pollsRpc.end, { pollId: poll.id, userId: 4 });
    expect(ended).toMatchObject({ resultsVisible: true, version: poll.version + 2 });
    expect(shown(wholePoll(ended))).toEqual([0, 1, 0, 0]);
    expect(await polls.stack.rpc.call(pollsRpc.end, { pollId: poll.id, userId: 4 })).toEqual(ended);
    await eventually(() => seen.some((one) => one.endDate === ended.endDate));
    stop();
    expect(await vote(poll.id, 6, [1])).toEqual({ outcome: 'poll-ended' });
    expect(await outcome(abstain(poll.id, 6))).toBe('poll-ended');
    await end(poll.id, 4);
    const events = await polls.events<{ pollId: number }>('polls.poll-ended.v1');
    expect(events.filter((event) => event.pollId === poll.id)).toMatchObject([{ authorId: 4, votesCount: 1 }]);
  });
});

describe('a recount', () => {
  it('corrects the ballots of ranked polls, and reports sealed polls that have lost some', async () => {
    const [ranked, sealed] = [await ask({ method: 'ranked' }), await ask({ sealed: true })];
    for (const user of [1, 2, 3]) {
      await vote(ranked.id, user, [user, 0]);
      await vote(sealed.id, user, [user]);
    }
    const right = await ballots(ranked.id);
    await polls.sql('update ballot_counts set n = n + 4 where poll_id = $1 and choice = $2', [
      ranked.id,
      place([1, 0]),
    ]);
    await polls.sql('delete from ballot_counts where poll_id = $1 and choice = $2', [ranked.id, place([2, 0])]);
    expect(await recount()).toMatchObject({ corrected: 1 });
    expect(await ballots(ranked.id)).toEqual(right);
    await polls.sql('update ballot_counts set n = n + 1 where poll_id = $1 and choice = 1', [sealed.id]);
    expect(await recount()).toMatchObject({ corrected: 0 });
    await polls.sql('update ballot_counts set n = n - 1 where poll_id = $1 and choice = 1', [sealed.id]);
  });
});
