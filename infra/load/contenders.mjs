/**
 * What is compared: each contender runs once per round and checks afterwards that nothing was lost or counted twice.
 */
import { countVotes, lastEvent, votesInEvents, VOTE_EVENT } from './comparison-tables.mjs';
import { pgbench } from './pgbench.mjs';
import { createPoll } from './seed.mjs';

/**
 * @typedef {object} Stage everything that a contender needs
 * @property {import('pg').Client} database as superuser
 * @property {import('./pgbench.mjs').Pgbench} pgbenchStart
 * @property {{ script: string, variables: Record<string, string> }} page the feed page's SQL for pgbench
 * @property {string} origin
 * @property {import('./seed.mjs').Author} author
 * @property {number[]} spreadPolls
 * @property {import('./generator-client.mjs').Generator} generator
 * @property {number} launcher process id from which the product's processes descend
 * @property {number} seconds
 * @property {{ pgbenchHot: number, pgbenchVoters: number, shift: number, spreadVotes: number, pgbenchSpreadVotes:
 *   number }} used what earlier runs have used up
 */
/**
 * @typedef {{ perSecond: number, p50: number, p99: number, max: number, completed: number, problems: string[],
 * generatorCpu?: number }} Run
 */
/** @typedef {{ name: string, label: string, run: (stage: Stage) => Promise<Run> }} Contender */

/** Clients of one pgbench run never reach so many votes each, so the next run's voters begin after them. */
const VOTERS_PER_RUN = 10_000;

/** @type {Contender[]} */
export const CONTENDERS = [
  {
    name: 'pg-hot-transaction',
    label: 'pgbench, one poll, transaction, 64 clients',
    run: (stage) => pgbenchVotes(stage, 'vote-transaction.sql', 64, 'hot'),
  },
  { name: 'http-hot-64', label: 'HTTP, one poll, 64 connections', run: (stage) => httpHot(stage, 64) },
  {
    name: 'pg-hot-statement',
    label: 'pgbench, one poll, one statement, 16 clients',
    run: (stage) => pgbenchVotes(stage, 'vote-statement.sql', 16, 'hot'),
  },
  { name: 'http-hot-256', label: 'HTTP, one poll, 256 connections', run: (stage) => httpHot(stage, 256) },
  {
    name: 'pg-spread-transaction',
    label: 'pgbench, many polls, transaction, 64 clients',
    run: (stage) => pgbenchVotes(stage, 'vote-transaction.sql', 64, 'spread'),
  },
  { name: 'http-spread-64', label: 'HTTP, many polls, 64 connections', run: (stage) => httpSpread(stage, 64) },
  { name: 'http-spread-256', label: 'HTTP, many polls, 256 connections', run: (stage) => httpSpread(stage, 256) },
  { name: 'pg-page', label: 'pgbench, feed page, 16 clients', run: pgbenchPage },
  { name: 'http-page', label: 'HTTP, feed page, 64 connections', run: (stage) => httpRead(stage, 'page') },
  {
    name: 'http-first-page',
    label: 'HTTP, first page, cached, 64 connections',
    run: (stage) => httpRead(stage, 'first-page'),
  },
];

/**
 * @param {Stage} stage @param {string} script @param {number} clients @param {'hot' | 'spread'} where @returns
 * {Promise<Run>}
 */
async function pgbenchVotes(stage, script, clients, where) {
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

/** @param {Stage} stage @param {number} connections @returns {Promise<Run>} */
async function httpHot(stage, connections) {
  const { database, seconds } = stage;
  const pollId = await createPoll(stage.origin, stage.author, `at ${connections} connections`);
  const before = await lastEvent(database, 'polls');
  const result = await stage.generator.run({ kind: 'hot', pollId, connections, seconds });
  const acknowledged = result.statuses[200] ?? 0;
  const problems = answerProblems(result);
  problems.push(...compareCounts(await countVotes(database, 'polls', pollId, pollId), acknowledged));
  problems.push(...compareEvents(await votesInEvents(database, 'polls', before), acknowledged));
  return { ...result, problems };
}

/** @param {Stage} stage @param {number} connections @returns {Promise<Run>} */
async function httpSpread(stage, connections) {
  const { database, spreadPolls, seconds, used } = stage;
  used.shift += 1;
  const before = await lastEvent(database, 'polls');
  const result = await stage.generator.run({ kind: 'spread', shift: used.shift, connections, seconds });
  const problems = answerProblems(result);
  const acknowledged = result.statuses[200] ?? 0;
  used.spreadVotes += acknowledged;
  const counts = await countVotes(database, 'polls', spreadPolls[0] ?? 0, spreadPolls.at(-1) ?? 0);
  problems.push(...compareCounts(counts, used.spreadVotes));
  problems.push(...compareEvents(await votesInEvents(database, 'polls', before), acknowledged));
  return { ...result, problems };
}

/** @param {Stage} stage @returns {Promise<Run>} */
async function pgbenchPage({ pgbenchStart, page, seconds }) {
  return { ...(await pgbench(pgbenchStart, { ...page, clients: 16, seconds })), problems: [] };
}

/** @param {Stage} stage @param {'page' | 'first-page'} kind @returns {Promise<Run>} */
async function httpRead(stage, kind) {
  const result = await stage.generator.run({ kind, connections: 64, seconds: stage.seconds });
  return { ...result, problems: answerProblems(result) };
}

/** @param {import('./drive.mjs').DriveResult} result */
function answerProblems(result) {
  const problems = [];
  if (result.completed !== (result.statuses[200] ?? 0))
    problems.push(`answers ${JSON.stringify(result.statuses)}, the first failure: ${result.firstFailure}`);
  if (result.broken > 0) problems.push(`${result.broken} connections broke: ${result.firstFailure}`);
  if (result.exhausted) problems.push('there were too few voters for the time');
  return problems;
}

/** @param {{ rows: number, counted: number, perOption: number }} counts @param {number} acknowledged */
function compareCounts({ rows, counted, perOption }, acknowledged) {
  const equal = rows === acknowledged && counted === acknowledged && perOption === acknowledged;
  return equal
    ? []
    : [`${acknowledged} votes acknowledged, ${rows} stored, ${counted} in the total, ${perOption} over the options`];
}

/** @param {number} told votes that events tell of @param {number} acknowledged */
const compareEvents = (told, acknowledged) =>
  told === acknowledged ? [] : [`events tell of ${told} votes, ${acknowledged} were acknowledged`];
