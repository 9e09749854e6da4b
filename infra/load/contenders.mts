/**
 * What is compared: each contender runs once per round and checks afterwards that nothing was lost or counted twice.
 */
import { countBallots, countVotes, lastEvent, votesInEvents, VOTE_EVENT } from './comparison-tables.mts';
import { pgbench, type Pgbench } from './pgbench.mts';
import { createPoll, type Author, type PollKind } from './seed.mts';
import type { Client } from 'pg';
import type { Child } from './child.mts';
import type { Run as GeneratorRun, Setup } from './generator.mts';
import type { DriveResult } from './drive.mts';

/** Everything that a contender over HTTP needs. */
export interface Stage {
  /** As superuser. */
  database: Client;
  author: Author;
  spreadPolls: number[];
  generator: Child<DriveResult>;
  /** Process id from which the product's processes descend. */
  launcher: number;
  seconds: number;
  /** What the load generator asks with. */
  setup: Setup;
  /** What earlier runs have used up. */
  used: { shift: number; spreadVotes: number };
}
/** With what pgbench needs. */
export interface PgbenchStage extends Stage {
  pgbenchStart: Pgbench;
  /** The feed page's SQL for pgbench. */
  page: { script: string; variables: Record<string, string> };
  used: Stage['used'] & { pgbenchHot: number; pgbenchVoters: number; pgbenchSpreadVotes: number };
}
export interface Run {
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
  completed: number;
  problems: string[];
  generatorCpu?: number;
}
export interface Contender<Needed extends Stage = PgbenchStage> {
  name: string;
  label: string;
  run: (stage: Needed) => Promise<Run>;
}

/** What people send on each kind of poll. */
const BALLOTS = { single: 'one', sealed: 'one', multiple: 'two', ranked: 'two' } as const;

/** Clients of one pgbench run never reach so many votes each, so the next run's voters begin after them. */
const VOTERS_PER_RUN = 10_000;

export const HTTP_CONTENDERS: Contender<Stage>[] = [
  { name: 'http-hot-64', label: 'HTTP, one poll, 64 connections', run: (stage) => httpHot(stage, 64) },
  ...(['multiple', 'ranked', 'sealed'] as const).map((kind) => ({
    name: `http-${kind}-64`,
    label: `HTTP, one poll (${kind}), 64 connections`,
    run: (stage: Stage) => httpHot(stage, 64, kind),
  })),
  { name: 'http-hot-256', label: 'HTTP, one poll, 256 connections', run: (stage) => httpHot(stage, 256) },
  { name: 'http-spread-64', label: 'HTTP, many polls, 64 connections', run: (stage) => httpSpread(stage, 64) },
  { name: 'http-spread-256', label: 'HTTP, many polls, 256 connections', run: (stage) => httpSpread(stage, 256) },
  { name: 'http-page', label: 'HTTP, feed page, 64 connections', run: (stage) => httpRead(stage, 'page') },
  {
    name: 'http-first-page',
    label: 'HTTP, first page, cached, 64 connections',
    run: (stage) => httpRead(stage, 'first-page'),
  },
];

export const CONTENDERS: Contender[] = [
  {
    name: 'pg-hot-transaction',
    label: 'pgbench, one poll, transaction, 64 clients',
    run: (stage) => pgbenchVotes(stage, 'vote-transaction.sql', 64, 'hot'),
  },
  {
    name: 'pg-hot-statement',
    label: 'pgbench, one poll, one statement, 16 clients',
    run: (stage) => pgbenchVotes(stage, 'vote-statement.sql', 16, 'hot'),
  },
  {
    name: 'pg-spread-transaction',
    label: 'pgbench, many polls, transaction, 64 clients',
    run: (stage) => pgbenchVotes(stage, 'vote-transaction.sql', 64, 'spread'),
  },
  { name: 'pg-page', label: 'pgbench, feed page, 16 clients', run: pgbenchPage },
  ...HTTP_CONTENDERS,
];

async function pgbenchVotes(
  stage: PgbenchStage,
  script: string,
  clients: number,
  where: 'hot' | 'spread',
): Promise<Run> {
  const { database, pgbenchStart, spreadPolls, seconds, used } = stage;
  if (where === 'hot') used.pgbenchHot += 1;
  const hot = spreadPolls.length + used.pgbenchHot;
  const [first, last] = where === 'hot' ? [hot, hot] : [1, spreadPolls.length];
  const variables = { n: used.pgbenchVoters, first_poll: first, last_poll: last, payload: VOTE_EVENT };
  used.pgbenchVoters += VOTERS_PER_RUN;
  const before = await lastEvent(database, 'bench');
  const result = await pgbench(pgbenchStart, { script, clients, seconds, variables });
  let expected = result.completed;
  if (where === 'spread') expected = used.pgbenchSpreadVotes += result.completed;
  const problems = compareCounts(await countVotes(database, 'bench', first, last), expected);
  problems.push(...compareEvents(await votesInEvents(database, 'bench', before), result.completed));
  return { ...result, problems };
}

async function httpHot(stage: Stage, connections: number, kind: PollKind = 'single'): Promise<Run> {
  const { database, seconds } = stage;
  const pollId = await createPoll(stage.author, `at ${connections} connections`, kind);
  const before = await lastEvent(database, 'polls');
  const result = await generate(stage, { kind: 'hot', ballots: BALLOTS[kind], pollId, connections, seconds });
  const acknowledged = result.statuses[200] ?? 0;
  const problems = answerProblems(result);
  const counts = await countVotes(database, 'polls', pollId, pollId);
  problems.push(...compareCounts(await votesOnce(stage, kind, pollId, counts), acknowledged));
  problems.push(...compareEvents(await votesInEvents(database, 'polls', before), acknowledged));
  return { ...result, problems };
}

/** Brings the sum over the options to the number of voters: with two choices each option's vote is half of one. */
async function votesOnce(
  { database }: Stage,
  kind: PollKind,
  pollId: number,
  counts: Awaited<ReturnType<typeof countVotes>>,
) {
  // A checkout from before the other kinds has no table of ballots.
  if (kind === 'single') return counts;
  if (kind === 'multiple') return { ...counts, perOption: counts.perOption / 2 };
  return { ...counts, perOption: await countBallots(database, pollId) };
}

async function httpSpread(stage: Stage, connections: number): Promise<Run> {
  const { database, spreadPolls, seconds, used } = stage;
  used.shift += 1;
  const before = await lastEvent(database, 'polls');
  const result = await generate(stage, { kind: 'spread', shift: used.shift, connections, seconds });
  const problems = answerProblems(result);
  const acknowledged = result.statuses[200] ?? 0;
  used.spreadVotes += acknowledged;
  const counts = await countVotes(database, 'polls', spreadPolls[0] ?? 0, spreadPolls.at(-1) ?? 0);
  problems.push(...compareCounts(counts, used.spreadVotes));
  problems.push(...compareEvents(await votesInEvents(database, 'polls', before), acknowledged));
  return { ...result, problems };
}

async function pgbenchPage({ pgbenchStart, page, seconds }: PgbenchStage): Promise<Run> {
  return { ...(await pgbench(pgbenchStart, { ...page, clients: 16, seconds })), problems: [] };
}

async function httpRead(stage: Stage, kind: 'page' | 'first-page'): Promise<Run> {
  const result = await generate(stage, { kind, connections: 64, seconds: stage.seconds });
  return { ...result, problems: answerProblems(result) };
}

const generate = ({ generator }: Stage, run: GeneratorRun) => generator.ask({ run });

function answerProblems(result: DriveResult) {
  const problems = [];
  if (result.completed !== (result.statuses[200] ?? 0))
    problems.push(`answers ${JSON.stringify(result.statuses)}, the first failure: ${result.firstFailure}`);
  if (result.broken > 0) problems.push(`${result.broken} connections broke: ${result.firstFailure}`);
  if (result.exhausted) problems.push('there were too few voters for the time');
  return problems;
}

function compareCounts(
  { rows, counted, perOption }: { rows: number; counted: number; perOption: number },
  acknowledged: number,
) {
  const equal = rows === acknowledged && counted === acknowledged && perOption === acknowledged;
  return equal
    ? []
    : [`${acknowledged} votes acknowledged, ${rows} stored, ${counted} in the total, ${perOption} over the options`];
}

/** @param inEvents the sum of votes over all events */
const compareEvents = (inEvents: number, acknowledged: number) =>
  inEvents === acknowledged ? [] : [`events report ${inEvents} votes, ${acknowledged} were acknowledged`];
