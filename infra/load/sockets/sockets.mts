/**
 * Many WebSockets on one poll: how long after a vote the last of them hears about it, what one of them costs the gateway in
 * memory, and whether counts per option stay with those who may see them.
 */
import { availableParallelism } from 'node:os';
import { ACCESS_COOKIE } from '@inkling/contracts';
import { LaunchFailure } from '../../local/failure.mjs';
import { drive } from '../drive.mts';
import { Connection, requestBytes } from '../raw-http.mts';
import { table, whole } from '../report.mts';
import { createPoll, insertVoters, signUpAuthor } from '../seed.mts';
import { median, percentile } from '../statistics.mts';
import { accessToken, sessionId } from '../tokens.mts';
import { gatewayMemory, leastOf, type Memory } from './gateway-memory.mts';
import { Holders } from './holders.mts';
import type { Product } from '../product.mts';
import type { Client } from 'pg';
import type { Opening, Report } from './holder.mts';

/** Users whose id is a multiple of this number have voted before watching, so that both kinds of frames are sent. */
const VOTED_EVERY = 2;
/** Sockets that are open before memory is first looked at, so that code that runs for the first time is not counted. */
const WARM_SHARE = 0.05;
const WARM_VOTES = 5;
/** Longer than TALLY_INTERVAL_MS, so that no tally waits for the one before; odd, so that it beats with no timer. */
const BETWEEN_VOTES_MS = 937;
const TOLD_MS = 10_000;
const VOTING_CONNECTIONS = 32;
/** Files that the gateway and its connections need besides. */
const OTHER_FILES = 1_000;

/** @returns files that the gateway has to be able to open */
export const openFilesFor = (sockets: number): number => sockets + OTHER_FILES;

const now = () => Number(process.hrtime.bigint()) / 1e6;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function measureSockets(
  { product, database }: { product: Product; database: Client },
  { sockets, votes }: { sockets: number; votes: number },
) {
  const { origin, port, secret } = product;
  const author = await signUpAuthor(origin, secret);
  const pollId = await createPoll(origin, author, 'watched');
  const watchers = await insertVoters(database, sockets + WARM_VOTES + votes);
  const stage = { port, secret, pollId };
  const holders = new Holders();
  try {
    const before = await votersVote(stage, watchers, sockets);
    console.log(
      `${whole(sockets)} users, one socket each; ${whole(before)} of them have voted and may see the counts per option`,
    );
    const voter = await Connection.open({ host: '127.0.0.1', port });
    const rounds = new Rounds({
      ...stage,
      operations: product.operations,
      holders,
      voter,
      nextVoter: watchers + sockets,
      votes: before,
    });

    const warm = Math.max(1, Math.round(sockets * WARM_SHARE));
    const opening = { port, secret, pollId, votedEvery: VOTED_EVERY };
    await opened(holders, { ...opening, firstUser: watchers, count: warm });
    const warmRounds = await rounds.run(WARM_VOTES);
    const start = now();
    await opened(holders, { ...opening, firstUser: watchers + warm, count: sockets - warm });
    const perSecond = (sockets - warm) / ((now() - start) / 1_000);
    console.log(`all sockets are open and have been told where the poll stands, ${whole(perSecond)} a second`);
    const run = await rounds.run(votes);
    voter.close();
    return outcome({ sockets, perSecond, warm, warmRounds, run, last: run.at(-1)?.report });
  } finally {
    holders.stop();
  }
}

/**
 * Those of the watchers who are to have voted vote, through the API.
 * @param count of watchers
 * @returns votes
 */
async function votersVote(
  { port, secret, pollId }: { port: number; secret: string; pollId: number },
  first: number,
  count: number,
): Promise<number> {
  let userId = first - 1;
  const next = () => {
    do userId += 1;
    while (userId % VOTED_EVERY !== 0);
    return userId < first + count ? voteRequest({ port, secret, pollId }, userId) : null;
  };
  const result = await drive({ host: '127.0.0.1', port, connections: VOTING_CONNECTIONS, seconds: 60, next });
  if (result.broken > 0 || result.completed !== result.statuses[200])
    throw new Error(`the votes beforehand failed: ${result.firstFailure}`);
  return result.completed;
}

function voteRequest({ port, secret, pollId }: { port: number; secret: string; pollId: number }, userId: number) {
  const cookie = `${ACCESS_COOKIE}=${accessToken({ userId, sessionId: sessionId(userId) }, secret)}`;
  return requestBytes({
    method: 'POST',
    path: '/api/votes',
    port,
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({ pollId, optionIndex: userId % 3 }),
  });
}

async function opened(holders: Holders, opening: Opening) {
  const { failed, failures } = await holders.open(opening);
  if (failed > 0) throw new LaunchFailure(`${failed} of ${opening.count} sockets could not be opened: ${failures[0]}`);
}

/** Times from the vote's answer on. */
export interface Round {
  answerMs: number;
  toldMs: number[];
  report: Report;
  memory: Memory;
}

/** Votes one after another, each by someone who has not voted before. */
class Rounds {
  readonly state: {
    port: number;
    secret: string;
    pollId: number;
    operations: string;
    holders: Holders;
    voter: Connection;
    nextVoter: number;
    votes: number;
  };
  constructor(state: {
    port: number;
    secret: string;
    pollId: number;
    operations: string;
    holders: Holders;
    voter: Connection;
    nextVoter: number;
    votes: number;
  }) {
    this.state = state;
  }

  async run(count: number): Promise<Round[]> {
    const { state } = this;
    const rounds: Round[] = [];
    for (let round = 0; round < count; round += 1) {
      await wait(BETWEEN_VOTES_MS);
      state.votes += 1;
      await state.holders.expect(state.votes);
      const sent = now();
      const answered = await vote(state.voter, voteRequest(state, state.nextVoter));
      state.nextVoter += 1;
      const report = await state.holders.collect(TOLD_MS);
      rounds.push({
        answerMs: answered - sent,
        toldMs: report.times.map((at) => at - answered),
        report,
        memory: await gatewayMemory(state.operations),
      });
    }
    return rounds;
  }
}

/** @returns when the answer came */
function vote(connection: Connection, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    connection.send(request, (status, body) => {
      if (status === 200) resolve(now());
      else reject(new Error(`a vote was answered ${status}: ${body.toString('utf8', 0, 300)}`));
    });
  });
}

function outcome({
  sockets,
  perSecond,
  warm,
  warmRounds,
  run,
  last,
}: {
  sockets: number;
  perSecond: number;
  warm: number;
  warmRounds: Round[];
  run: Round[];
  last: Report | undefined;
}) {
  const toAll = run.flatMap(({ toldMs }) => toldMs).sort((a, b) => a - b);
  const toLast = run.map(({ toldMs }) => Math.max(...toldMs)).sort((a, b) => a - b);
  const answers = run.map(({ answerMs }) => answerMs);
  const [before, after] = [leastOf(warmRounds.map(({ memory }) => memory)), leastOf(run.map(({ memory }) => memory))];
  const perSocket = (name: 'rss' | 'heap' | 'external') => (after[name] - before[name]) / (sockets - warm);
  const missing = [...warmRounds, ...run].reduce((sum, { report }) => sum + report.missing, 0);
  const problems = [];
  if (missing > 0) problems.push(`${missing} times a socket was not told of a vote within ${TOLD_MS / 1_000} s`);
  if (last?.leaks) problems.push(`${last.leaks} frames had counts per option for someone who may not see them`);
  if (last?.withheld) problems.push(`${last.withheld} frames had no counts per option for someone who may see them`);
  if (last?.failed) problems.push(`${last.failed} sockets ended early: ${last.failures[0]}`);
  const result = {
    sockets,
    openedPerSecond: perSecond,
    votes: run.length,
    frames: last?.frames ?? 0,
    voteMs: { p50: median(answers), max: Math.max(...answers) },
    socketMs: { p50: percentile(toAll, 0.5), p99: percentile(toAll, 0.99), max: toAll.at(-1) ?? 0 },
    lastSocketMs: { p50: percentile(toLast, 0.5), p99: percentile(toLast, 0.99), max: toLast.at(-1) ?? 0 },
    gatewayBytes: {
      before,
      after,
      perSocket: { rss: perSocket('rss'), heap: perSocket('heap'), external: perSocket('external') },
    },
    cores: availableParallelism(),
    problems,
  };
  print(result);
  return result;
}

function print({
  sockets,
  votes,
  frames,
  voteMs,
  socketMs,
  lastSocketMs,
  gatewayBytes,
  problems,
}: ReturnType<typeof outcome>) {
  const ms = (value: number) => value.toFixed(1);
  const row = (what: string, { p50, p99, max }: { p50: number; p99?: number; max: number }) => [
    what,
    ms(p50),
    p99 === undefined ? '' : ms(p99),
    ms(max),
  ];
  const times = table(
    ['milliseconds', 'p50', 'p99', 'max'],
    [
      row('vote to its answer', voteMs),
      row("vote's answer to a socket", socketMs),
      row("vote's answer to the last socket", lastSocketMs),
    ],
    [0],
  );
  const kib = (bytes: number) => (bytes / 1_024).toFixed(1);
  const mib = (bytes: number) => (bytes / 1_048_576).toFixed(0);
  const { before, after, perSocket } = gatewayBytes;
  const parts = [
    ['resident memory', 'rss'],
    ['of it, JavaScript objects', 'heap'],
    ['of it, held by them outside the heap', 'external'],
  ] as const;
  const memory = table(
    ['gateway', 'before MiB', 'after MiB', 'per socket KiB'],
    parts.map(([label, name]) => [label, mib(before[name]), mib(after[name]), kib(perSocket[name])]),
    [0],
  );
  console.log(`\n${votes} votes, ${whole(sockets)} sockets\n\n${times}\n\n${memory}\n`);
  if (problems.length === 0)
    console.log(`All ${whole(frames)} tallies had counts per option for those who may see them, and for nobody else.`);
  else for (const problem of problems) console.log(`WRONG: ${problem}`);
}
