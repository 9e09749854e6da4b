/**
 * Many WebSockets on one poll: the time from a vote to the last of them, the memory of one of them in the gateway, and
 * whether counts per option stay with those who may see them.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { LaunchFailure } from '../../local/failure.mjs';
import { now } from '../child.mts';
import { drive } from '../drive.mts';
import { Connection, voteBytes } from '../raw-http.mts';
import { table, whole } from '../report.mts';
import { createPoll, insertVoters, signUpAuthor } from '../seed.mts';
import { median, percentile } from '../statistics.mts';
import { sessionCookie } from '../tokens.mts';
import { gatewayMemory, leastOf, type Memory } from './gateway-memory.mts';
import { Holders } from './holders.mts';
import type { Parts } from '../run.mts';
import type { Opening, Report } from './holder.mts';

/** Users whose id is a multiple of this number have voted before watching, so that both kinds of frames are sent. */
const VOTED_EVERY = 2;
/** Sockets that are open before memory is first looked at, so that code that runs for the first time is not counted. */
const WARM_SHARE = 0.05;
const WARM_VOTES = 5;
/** Longer than TALLY_INTERVAL_MS, so that no tally waits for the one before, and in step with no timer. */
const BETWEEN_VOTES_MS = 937;
const RECEIVED_MS = 10_000;
const VOTING_CONNECTIONS = 32;
/** Files that the gateway and its connections need besides. */
const OTHER_FILES = 1_000;

/** @returns files that the gateway has to be able to open */
export const openFilesFor = (sockets: number): number => sockets + OTHER_FILES;

/** The watched poll, and what its votes and rounds need. */
interface Watched {
  port: number;
  secret: string;
  pollId: number;
  operations: string;
  holders: Holders;
  /** Has not voted; the users after it have not either. */
  nextVoter: number;
  votes: number;
}

/** Times from the vote's answer on. */
interface Round {
  answerMs: number;
  receivedMs: number[];
  report: Report;
  memory: Memory;
}

export async function measureSockets(
  { product, database }: Parts,
  { sockets, votes }: { sockets: number; votes: number },
) {
  const { origin, port, secret, operations } = product;
  const author = await signUpAuthor(origin, secret);
  const pollId = await createPoll(author, 'watched');
  const watchers = await insertVoters(database, sockets + WARM_VOTES + votes);
  const holders = new Holders();
  try {
    const watched = { port, secret, pollId, operations, holders, nextVoter: watchers + sockets, votes: 0 };
    watched.votes = await voteBefore(watched, watchers, sockets);
    console.log(
      `${whole(sockets)} users, one socket each; ` +
        `${whole(watched.votes)} of them have voted and may see the counts per option`,
    );
    const warm = Math.max(1, Math.round(sockets * WARM_SHARE));
    const opening = { port, secret, pollId, votedEvery: VOTED_EVERY };
    await open(holders, { ...opening, firstUser: watchers, count: warm });
    const warmRounds = await voteInRounds(watched, WARM_VOTES);
    const start = now();
    await open(holders, { ...opening, firstUser: watchers + warm, count: sockets - warm });
    const openedPerSecond = (sockets - warm) / ((now() - start) / 1_000);
    console.log(`all sockets are open and have received the poll's tally, ${whole(openedPerSecond)} a second`);
    const rounds = await voteInRounds(watched, votes);
    const result = outcome({ sockets, openedPerSecond, warm, warmRounds, rounds });
    print(result);
    return result;
  } finally {
    holders.stop();
  }
}

/**
 * Those of the watchers who are to have voted vote, through the API.
 * @returns votes
 */
async function voteBefore({ port, secret, pollId }: Watched, first: number, watchers: number): Promise<number> {
  let userId = first - 1;
  const next = () => {
    do userId += 1;
    while (userId % VOTED_EVERY !== 0);
    return userId < first + watchers ? voteBytes(port, sessionCookie(userId, secret), pollId, userId) : null;
  };
  const result = await drive({ port, connections: VOTING_CONNECTIONS, seconds: 60, next });
  if (result.broken > 0 || result.completed !== result.statuses[200])
    throw new Error(`the votes beforehand failed: ${result.firstFailure}`);
  return result.completed;
}

async function open(holders: Holders, opening: Opening) {
  const { failed, failures } = await holders.open(opening);
  if (failed > 0) throw new LaunchFailure(`${failed} of ${opening.count} sockets could not be opened: ${failures[0]}`);
}

/** Votes one after another, each by someone who has not voted before. */
async function voteInRounds(watched: Watched, count: number): Promise<Round[]> {
  const { port, secret, pollId, holders, operations } = watched;
  const connection = await Connection.open(port);
  const rounds: Round[] = [];
  while (rounds.length < count) {
    await wait(BETWEEN_VOTES_MS);
    watched.votes += 1;
    await holders.expect(watched.votes);
    const userId = watched.nextVoter++;
    const sent = now();
    const answered = await vote(connection, voteBytes(port, sessionCookie(userId, secret), pollId, userId));
    const report = await holders.collect(RECEIVED_MS);
    rounds.push({
      answerMs: answered - sent,
      receivedMs: report.times.map((at) => at - answered),
      report,
      memory: await gatewayMemory(operations),
    });
  }
  connection.close();
  return rounds;
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

interface Measured {
  sockets: number;
  openedPerSecond: number;
  warm: number;
  warmRounds: Round[];
  rounds: Round[];
}

function outcome({ sockets, openedPerSecond, warm, warmRounds, rounds }: Measured) {
  const figures = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b);
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1) ?? 0 };
  };
  const answers = rounds.map(({ answerMs }) => answerMs);
  const [before, after] = [warmRounds, rounds].map((some) => leastOf(some.map(({ memory }) => memory)));
  const perSocket = (name: keyof Memory) => (after[name] - before[name]) / (sockets - warm);
  const missing = [...warmRounds, ...rounds].reduce((sum, { report }) => sum + report.missing, 0);
  const last = rounds.at(-1)?.report;
  const problems = [];
  if (missing > 0) problems.push(`${missing} times a socket did not receive a vote within ${RECEIVED_MS / 1_000} s`);
  if (last?.leaks) problems.push(`${last.leaks} frames had counts per option for someone who may not see them`);
  if (last?.withheld) problems.push(`${last.withheld} frames had no counts per option for someone who may see them`);
  if (last?.failed) problems.push(`${last.failed} sockets ended early: ${last.failures[0]}`);
  return {
    sockets,
    openedPerSecond,
    votes: rounds.length,
    frames: last?.frames ?? 0,
    voteMs: { p50: median(answers), max: Math.max(...answers) },
    socketMs: figures(rounds.flatMap(({ receivedMs }) => receivedMs)),
    lastSocketMs: figures(rounds.map(({ receivedMs }) => Math.max(...receivedMs))),
    gatewayBytes: {
      before,
      after,
      perSocket: { rss: perSocket('rss'), heap: perSocket('heap'), external: perSocket('external') },
    },
    cores: availableParallelism(),
    problems,
  };
}

function print({ sockets, votes, frames, problems, gatewayBytes, ...times }: ReturnType<typeof outcome>) {
  const row = (what: string, { p50, p99, max }: { p50: number; p99?: number; max: number }) => [
    what,
    ...[p50, p99, max].map((value) => value?.toFixed(1) ?? ''),
  ];
  const timesTable = table(
    ['milliseconds', 'p50', 'p99', 'max'],
    [
      row('vote to its answer', times.voteMs),
      row("vote's answer to a socket", times.socketMs),
      row("vote's answer to the last socket", times.lastSocketMs),
    ],
    [0],
  );
  const kib = (bytes: number) => (bytes / 1_024).toFixed(1);
  const mib = (bytes: number) => (bytes / 1_048_576).toFixed(0);
  const { before, after, perSocket } = gatewayBytes;
  const parts = [
    ['resident memory', 'rss'],
    ['JavaScript objects', 'heap'],
    ['held by objects outside the heap', 'external'],
  ] as const;
  const memory = table(
    ['gateway', 'before MiB', 'after MiB', 'per socket KiB'],
    parts.map(([label, name]) => [label, mib(before[name]), mib(after[name]), kib(perSocket[name])]),
    [0],
  );
  console.log(`\n${votes} votes, ${whole(sockets)} sockets\n\n${timesTable}\n\n${memory}\n`);
  if (problems.length === 0)
    console.log(`All ${whole(frames)} tallies had counts per option for those who may see them, and for nobody else.`);
  else for (const problem of problems) console.log(`WRONG: ${problem}`);
}
