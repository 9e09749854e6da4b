import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminRpc, pollEnded, pollsRpc, type EventData } from '@inkling/contracts';
import { Database, migrateService, startService, type RunningService } from '@inkling/platform';
import { eventually, outcome, startStack } from '@inkling/testing';
import { Module } from '@nestjs/common';
import { service } from '../index.js';
import { Polls } from '../polls.spec-support.js';
import { VoteHours } from '../statistics/vote-hours.js';
import { PollViews } from '../views/poll-views.js';
import { EndAnnouncer } from './end-announcer.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

let polls: Polls;
let second: RunningService;
beforeAll(async () => {
  // Tests call sweep themselves; only the last one is about the timer.
  polls = await Polls.start({ env: { POLL_END_SWEEP_MS: '600000' } });
  second = await polls.replica();
});
afterAll(async () => {
  await second.stop();
  await polls.stack.stop();
});

const sweep = (): Promise<unknown> =>
  Promise.all([polls.part(EndAnnouncer).sweep(), second.app.get(EndAnnouncer).sweep()]);
const announced = (): Promise<EventData<typeof pollEnded>[]> => polls.events(pollEnded.type);
const ended = async (pollIds: number[]): Promise<void> => {
  await polls.sql(`update polls set end_date = now() - interval '2 seconds' where id = any($1)`, [pollIds]);
  await polls.sql(
    `update due_ends d set end_date = p.end_date from polls p where p.id = d.poll_id and p.id = any($1)`,
    [pollIds],
  );
};

/** How many connections of the service wait for a lock. */
const waiting = async (): Promise<number> =>
  (
    await polls.sql(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'inkling-polls' and wait_event_type = 'Lock'`,
    )
  ).length;

describe('statistics', () => {
  const read = (pollId: number, viewerId = 3) => polls.stack.rpc.call(pollsRpc.statistics, { pollId, viewerId });
  const people = (count: number, first = 100) => Array.from({ length: count }, (_, index) => first + index);
  /** The beginning of this hour by the database's clock. */
  const hour = async (): Promise<Date> => {
    const [row] = await polls.sql<{ hour: Date }>(`select date_trunc('hour', now(), 'UTC') as hour`);
    return row!.hour;
  };
  /** Votes of so many people in an hour. */
  const vote = async (pollId: number, userIds: number[], from: Date): Promise<void> => {
    await polls.cast({ pollIds: userIds.map(() => pollId), userIds, options: userIds.map((id) => id % 3) });
    await polls.sql(
      `update votes set created_at = $3::timestamptz + interval '1 minute' where poll_id = $1 and user_id = any($2)`,
      [pollId, userIds, from],
    );
  };
  const comment = (pollId: number, userIds: readonly number[]) =>
    polls.sql(`insert into comments (poll_id, user_id, content) select $1, unnest($2::bigint[]), 'Yes.'`, [
      pollId,
      userIds,
    ]);
  const published = (pollId: number, hoursAgo: number) =>
    polls.sql(`update polls set created_at = now() - $2 * interval '1 hour' where id = $1`, [pollId, hoursAgo]);
  const gaps = async (pollId: number): Promise<number[]> => {
    const { points } = (await read(pollId)).totals!;
    return points.slice(1).map(({ votes }, index) => votes - points[index]!.votes);
  };

  const before = (from: Date, hours: number) => new Date(from.getTime() - hours * 3_600_000);

  it('show the author totals by the database’s clock, and never an hour that is not over', async () => {
    const { id } = await polls.ask({ userId: 3 });
    await published(id, 10);
    const now = await hour();
    await vote(id, people(6), before(now, 5));
    await vote(id, people(2, 200), before(now, 4));
    await vote(id, people(4, 300), before(now, 2));
    await vote(id, people(7, 400), now);
    await polls.stack.rpc.call(pollsRpc.abstain, { pollId: id, userId: 500 });
    const { totals, ...rest } = await read(id);
    expect(rest).toMatchObject({ ended: false, sealed: false, votesCount: 19, abstentionsCount: 1 });
    expect([totals!.step, totals!.points.map(({ votes }) => votes)]).toEqual(['hour', [0, 6, 12, 19]]);
    const at = totals!.points.map((point) => Date.parse(point.at));
    expect(at.slice(1, 3)).toEqual([before(now, 4).getTime(), before(now, 1).getTime()]);
    expect(at[3]).toBeGreaterThanOrEqual(now.getTime());
    // All votes of a poll are read once an hour, however many ask at once.
    const hours = polls.part(VoteHours);
    const [one, other] = await Promise.all([hours.totals(id), hours.totals(id)]);
    expect([other, await hours.totals(id)]).toEqual([one, one]);
    expect(await hours.totals(id)).toBe(one);
  });

  it('are refused to everybody else, and unknown of polls that are gone', async () => {
    const { id } = await polls.ask({ userId: 3 });
    await expect(read(id, 9)).rejects.toMatchObject({ code: 'forbidden' });
    const followers = await polls.ask({ userId: 3, visibility: 'followers' });
    await expect(read(followers.id, 9)).rejects.toMatchObject({ code: 'followers-only' });
    polls.part(PollViews).opened(id);
    await polls.part(PollViews).flush();
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 3 });
    await expect(read(id)).rejects.toMatchObject({ code: 'poll-not-found' });
    // A view that was counted a moment before does not bring the row back.
    polls.part(PollViews).opened(id);
    await polls.part(PollViews).flush();
    expect(await polls.sql('select from poll_statistics where poll_id = $1', [id])).toEqual([]);
  });

  it('never tell one to four votes beside others, whether open or ended', async () => {
    const now = await hour();
    for (const voters of [1, 4, 5, 9, 10, 12]) {
      const { id } = await polls.ask({ userId: 3, showResultsBeforeVoting: true });
      await published(id, 20);
      for (const voter of people(voters)) await vote(id, [voter], before(now, 15 - (voter - 100)));
      const expected = voters < 10 ? [voters] : [5, voters - 5];
      expect(await gaps(id)).toEqual(expected);
      await polls.end(id);
      expect(await gaps(id)).toEqual(expected);
    }
  });

  it('tell of commenters only what everyone sees, while people vote and comment', async () => {
    const { id } = await polls.ask({ userId: 3, showResultsBeforeVoting: true });
    const answers: Awaited<ReturnType<typeof read>>[] = [];
    for (const [index, person] of people(30).entries()) {
      const acts: Promise<unknown>[] = [comment(id, [person])];
      if (index % 3 > 0) acts.push(polls.vote(id, person, 0));
      answers.push(...(await Promise.all([read(id), ...acts.map(async (act) => (await act, read(id)))])));
    }
    const told = answers.flatMap(({ commenters, votesCount }) => (commenters ? [{ ...commenters, votesCount }] : []));
    expect(told.length).toBeGreaterThan(30);
    // Two numbers that everyone sees, and nothing that joins votes and comments.
    for (const { people: commented, votesCount, least, most } of told)
      expect([least, most]).toEqual([0, Math.ceil((100 * Math.min(commented, votesCount)) / votesCount)]);
  });

  it('of sealed polls have neither times nor commenters', async () => {
    for (const voters of [1, 2, 3, 4, 5, 30]) {
      const { id } = await polls.ask({ userId: 3, sealed: true });
      const userIds = people(voters);
      await polls.cast({ pollIds: userIds.map(() => id), userIds, options: userIds.map(() => 1) });
      await comment(id, userIds);
      expect(await read(id)).toMatchObject({ sealed: true, votesCount: voters, totals: null, commenters: null });
      await polls.end(id);
      expect(await read(id)).toMatchObject({ ended: true, totals: null, commenters: null });
      expect(await polls.sql('select commenters from poll_statistics where poll_id = $1', [id])).toEqual([]);
    }
  });

  it('say of those who commented that they voted only after the end, once, and of nobody for certain', async () => {
    const { id } = await polls.ask({ userId: 3 });
    const voters = people(20);
    await polls.cast({ pollIds: voters.map(() => id), userIds: voters, options: voters.map(() => 0) });
    await polls.vote(id, 3, 0);
    // The author comments as well, who is not counted; seven others vote, eight do not.
    await comment(id, [3, 3, ...people(7), ...people(7), ...people(8, 300)]);
    expect((await read(id)).commenters).toEqual({ people: 15, least: 0, most: 75 });
    await polls.end(id);
    // Votes may be under way in the first seconds.
    expect((await read(id)).commenters).toEqual({ people: 15, least: 0, most: 75 });
    await polls.sql(`update polls set end_date = now() - interval '11 seconds' where id = $1`, [id]);
    await polls.sql(`update comments set created_at = now() - interval '1 minute' where poll_id = $1`, [id]);
    await comment(id, people(5, 400));
    expect((await read(id)).commenters).toEqual({ people: 15, least: 35, most: 35 });
    // A comment that goes would tell whether its writer voted.
    await polls.sql('delete from comments where poll_id = $1 and user_id = 100', [id]);
    expect(await Promise.all([read(id), read(id)])).toMatchObject([
      { commenters: { people: 15, least: 35, most: 35 } },
      { commenters: { people: 15, least: 35, most: 35 } },
    ]);
    const few = await polls.ask({ userId: 3 });
    const four = people(4);
    await polls.cast({ pollIds: four.map(() => few.id), userIds: four, options: [0, 0, 0, 0] });
    await comment(few.id, four);
    expect((await read(few.id)).commenters).toBeNull();
  });

  /** Lets the hour pass in which views have been stored. */
  const hourEnds = () => polls.sql(`update poll_statistics set views_hour = views_hour - interval '1 hour'`);

  it('count views of the page and of lists in steps of five, by the hour, over all replicas', async () => {
    const { id } = await polls.ask({ userId: 3 });
    const views = [polls.part(PollViews), second.app.get(PollViews)];
    const flush = () => Promise.all(views.map((each) => each.flush()));
    const open = (viewerId: number) => polls.stack.rpc.call(pollsRpc.comments, { pollId: id, viewerId });
    // Cards on screen are refreshed like this, which is no view.
    for (const viewer of people(9)) await polls.get(id, viewer);
    for (const viewer of people(4)) await open(viewer);
    await flush();
    await hourEnds();
    expect((await read(id)).views).toEqual({ page: 0, feed: 0 });
    await open(104);
    for (const each of views) {
      each.listed([id], 1_000_000_000);
      each.opened(id);
    }
    await flush();
    expect((await read(id)).views).toEqual({ page: 0, feed: 0 });
    await hourEnds();
    const told = { page: 5, feed: 2_000_000_000 };
    expect((await read(id)).views).toEqual(told);
    await polls.stack.rpc.call(pollsRpc.firstPage, { viewerIds: people(8, 700) });
    await polls.list('feed', { viewerId: 9 });
    await flush();
    const [row] = await polls.sql<{ feed: string }>(
      'select feed_views as feed from poll_statistics where poll_id = $1',
      [id],
    );
    expect(Number(row!.feed)).toBe(2_000_000_009);
    // The next hour has begun, and what was told stays until it is over.
    for (const viewer of people(9)) await open(viewer);
    await flush();
    expect((await read(id)).views).toEqual(told);
    await hourEnds();
    expect((await read(id)).views).toEqual({ page: 15, feed: 2_000_000_005 });
  });

  it('lose no view while the database is away', async () => {
    const { id } = await polls.ask({ userId: 3 });
    const views = polls.part(PollViews);
    for (const _view of people(10)) views.opened(id);
    await polls.sql('alter table poll_statistics rename to away');
    await views.flush();
    await polls.sql('alter table away rename to poll_statistics');
    await views.flush();
    await hourEnds();
    expect((await read(id)).views.page).toBe(10);
  });
});

describe('the end of a poll', () => {
  it('is announced once, with the final number of votes', async () => {
    const poll = await polls.ask({ userId: 3, endDate: inDays(3) });
    const open = await polls.ask({ endDate: inDays(3) });
    await polls.ask();
    await polls.cast({ pollIds: [poll.id, poll.id], userIds: [7, 8], options: [0, 1] });
    await sweep();
    expect(await announced()).toEqual([]);
    await ended([poll.id]);
    await sweep();
    await sweep();
    const { endDate } = await polls.get(poll.id, 1);
    expect(await announced()).toEqual([
      { pollId: poll.id, authorId: 3, question: poll.question, endDate, votesCount: 2, leaders: ['Tea', 'Coffee'] },
    ]);
    expect(
      (await polls.sql<{ poll_id: string }>('select poll_id from due_ends')).map((row) => Number(row.poll_id)),
    ).toEqual([open.id]);
  });

  it('is announced once when two replicas sweep many at the same time', async () => {
    const ids = (await Promise.all(Array.from({ length: 250 }, () => polls.ask({ endDate: inDays(4) })))).map(
      (poll) => poll.id,
    );
    const before = (await announced()).length;
    await ended(ids);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    const seen = (await announced()).slice(before).map((event) => event.pollId);
    expect(seen.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('is not announced for a deleted poll', async () => {
    const { id } = await polls.ask({ userId: 4, endDate: inDays(3) });
    await ended([id]);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 4 });
    await sweep();
    expect((await announced()).map((event) => event.pollId)).not.toContain(id);
    expect(await polls.sql('select 1 from due_ends where poll_id = $1', [id])).toEqual([]);
  });

  it('is announced with votes that are still being recorded', async () => {
    const { id } = await polls.ask({ endDate: inDays(3) });
    const before = (await announced()).length;
    let vote: Promise<unknown> | undefined;
    let swept: Promise<unknown> | undefined;
    await polls.part(Database).transaction(async (tx) => {
      await tx.query({ text: 'select 1 from poll_counters where poll_id = $1 for update', values: [id] });
      vote = polls.cast({ pollIds: [id], userIds: [9], options: [1] });
      await eventually(async () => (await waiting()) === 1);
      await ended([id]);
      swept = polls.part(EndAnnouncer).sweep();
      await eventually(async () => (await waiting()) === 2 || (await announced()).length > before);
    });
    await Promise.all([vote, swept]);
    expect((await announced()).slice(before)).toMatchObject([{ pollId: id, votesCount: 1 }]);
    expect(await polls.get(id, 9)).toMatchObject({ votesCount: 1, userVote: 1 });
  });

  it('names the option with the most votes, and those of a quiz nowhere', async () => {
    const [multiple, sealed, quiz] = [
      await polls.ask({ endDate: inDays(3), method: 'multiple' }),
      await polls.ask({ endDate: inDays(3), sealed: true }),
      await polls.ask({ endDate: inDays(3), quizAnswer: 2 }),
    ];
    const choices = [[0, 2], [2, 1], [2], [2], [0], [0]];
    const pollIds = [multiple, multiple, sealed, sealed, quiz, quiz].map(({ id }) => id);
    await polls.castAll({ pollIds, userIds: [7, 8, 7, 8, 7, 8], choices });
    const before = (await announced()).length;
    await ended([multiple.id, sealed.id, quiz.id]);
    await sweep();
    const events = (await announced()).slice(before).toSorted((a, b) => a.pollId - b.pollId);
    expect(events.map(({ leaders }) => leaders)).toEqual([['Water'], ['Water'], undefined]);
    expect((await polls.get(sealed.id, 9)).options.map(({ votes }) => votes)).toEqual([0, 0, 2]);
  });

  it('decides the run-off of a ranked poll', async () => {
    const { id } = await polls.ask({ userId: 3, endDate: inDays(3), method: 'ranked' });
    const read = (viewerId = 9) => polls.stack.rpc.call(pollsRpc.rounds, { pollId: id, viewerId });
    const file = (viewerId: number) => polls.stack.rpc.call(pollsRpc.results, { pollId: id, viewerId });
    const choices = [[0], [0], [0, 1], [1], [1], [1, 2], [2, 1], [2, 1, 0]];
    await polls.castAll({
      pollIds: choices.map(() => id),
      userIds: choices.map((_, index) => 20 + index),
      choices,
    });
    await expect(read()).rejects.toMatchObject({ code: 'poll-not-ended' });
    await expect(file(9)).rejects.toMatchObject({ code: 'poll-not-ended' });
    await expect(file(3)).rejects.toMatchObject({ code: 'results-hidden' });
    const before = (await announced()).length;
    await ended([id]);
    await sweep();
    expect((await announced()).slice(before)).toMatchObject([{ pollId: id, votesCount: 8, leaders: ['Coffee'] }]);
    const seen = await polls.get(id, 9);
    expect([seen.winner, seen.options.map(({ votes }) => votes)]).toEqual([1, [3, 3, 2]]);
    const rounds = await read();
    expect(rounds).toEqual({
      rounds: [
        { counts: [3, 3, 2], out: 2, exhausted: 0, moved: [0, 0, 0] },
        { counts: [3, 5, null], out: null, exhausted: 0, moved: [0, 2, 0] },
      ],
      winner: 1,
      condorcet: 1,
      voters: 8,
    });
    const results = await file(9);
    expect(results).toMatchObject({ method: 'ranked', ended: true, votesCount: 8, runOff: rounds });
    expect(results.options.map(({ leads }) => leads)).toEqual([false, true, false]);
    // A wrong number of ballots is corrected, and with it the winner.
    await polls.sql('update ballot_counts set n = n + 9 where poll_id = $1 and choice = 0', [id]);
    await polls.sql('update polls set winner = 0 where id = $1', [id]);
    await polls.stack.rpc.call(adminRpc.recountPolls, {});
    expect((await polls.get(id, 9)).winner).toBe(1);
  });

  it('is announced by the timer after a restart', async () => {
    const { id } = await polls.ask({ userId: 5, endDate: inDays(3) });
    await polls.stack.stopService('polls');
    await ended([id]);
    expect((await announced()).map((event) => event.pollId)).not.toContain(id);
    const quick = await startService(service, { env: { ...polls.stack.env('polls'), POLL_END_SWEEP_MS: '20' } });
    try {
      await eventually(async () => (await announced()).some((event) => event.pollId === id));
    } finally {
      await quick.stop();
      await polls.stack.startService('polls');
    }
  });
});

describe('a person who asks for the result while the poll ends', () => {
  const ask = (pollId: number, viewerId: number) =>
    outcome(polls.stack.rpc.call(pollsRpc.setReminder, { pollId, viewerId }));
  const told = async (pollId: number) =>
    (await polls.stack.rpc.call(pollsRpc.endRecipients, { pollId, after: 0, limit: 100 })).userIds;

  it('is stored before the announcement if the poll was open', async () => {
    const { id } = await polls.ask({ endDate: inDays(3) });
    const before = (await announced()).length;
    let asked: Promise<string> | undefined;
    let swept: Promise<unknown> | undefined;
    await polls.part(Database).transaction(async (tx) => {
      // Stops it after its look at the clock.
      await tx.query({ text: 'lock table reminders in share mode' });
      asked = ask(id, 7);
      await eventually(async () => (await waiting()) === 1);
      await ended([id]);
      swept = polls.part(EndAnnouncer).sweep();
      await eventually(async () => (await waiting()) === 2);
      expect(await announced()).toHaveLength(before);
    });
    expect(await asked).toBe('ok');
    await swept;
    expect((await announced()).slice(before)).toMatchObject([{ pollId: id }]);
    expect(await told(id)).toEqual([7]);
  });

  it('is refused if the end came first, also while the request waited', async () => {
    const { id } = await polls.ask({ endDate: inDays(3) });
    let asked: Promise<string> | undefined;
    await polls.part(Database).transaction(async (tx) => {
      await tx.query({ text: 'select 1 from poll_counters where poll_id = $1 for update', values: [id] });
      asked = ask(id, 7);
      await eventually(async () => (await waiting()) === 1);
      // After the request's transaction began.
      await polls.sql('update polls set end_date = clock_timestamp() where id = $1', [id]);
    });
    expect(await asked).toBe('poll-ended');
    expect(await told(id)).toEqual([]);
  });

  it('is either told or refused when the author ends the poll at that moment', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id } = await polls.ask({ userId: 3 });
      const end = () => polls.stack.rpc.call(pollsRpc.end, { pollId: id, userId: 3 });
      const calls = Array.from({ length: 8 }, (_, index) => () => (index === 4 ? end() : ask(id, 10 + index)));
      const answers = await Promise.all(calls.map((call) => call()));
      const stored = answers.flatMap((answer, index) => (answer === 'ok' ? [10 + index] : []));
      expect(await told(id)).toEqual(stored);
      for (const answer of answers) if (typeof answer === 'string') outcomes.add(answer);
    }
    expect([...outcomes].filter((answer) => answer !== 'ok' && answer !== 'poll-ended')).toEqual([]);
  });
});

describe('the migration of existing polls', () => {
  @Module({})
  class Nothing {}

  it('keeps them, and announces only ends of the last day', async () => {
    const stack = await startStack({
      services: [{ ...service, module: Nothing, migrations: service.migrations!.slice(0, 1) }],
    });
    try {
      await stack.sql('polls', `insert into authors (user_id, name, version) values (1, 'Ann', 1)`);
      await stack.sql(
        'polls',
        `with made as (
           insert into polls (author_id, question, options, end_date, deleted_at)
           select 1, 'Question ' || g, array['Yes', 'No'],
             case g
               when 1 then now() - interval '2 days'
               when 2 then now() - interval '2 hours'
               when 3 then now() + interval '2 days'
               when 4 then now() - interval '1 hour'
             end,
             case when g = 4 then now() end
           from generate_series(1, 5) g returning id)
         insert into poll_counters (poll_id, votes) select id, array[0, 0] from made`,
      );
      await stack.stopService('polls');
      await migrateService(service, stack.env('polls'));
      const due = await stack.sql<{ question: string }>(
        'polls',
        'select p.question from due_ends d join polls p on p.id = d.poll_id order by p.id',
      );
      expect(due.map((row) => row.question)).toEqual(['Question 2', 'Question 3']);
      const kept = await stack.sql(
        'polls',
        `select count(*)::int as polls, bool_and(topics = '{}' and not trending and media_info is null) as plain
         from polls`,
      );
      expect(kept).toEqual([{ polls: 5, plain: true }]);
    } finally {
      await stack.stop();
    }
  });
});
