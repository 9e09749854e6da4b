/** Runs one kind of load: gathers people, asks polls, starts k6, compares acknowledged and counted votes. */
import { writeFile } from 'node:fs/promises';
import { LaunchFailure } from '../../local/failure.mjs';
import { askPolls, countVotes, deletePolls, gather } from './audience.mts';
import { findK6 } from './find-k6.mts';
import { parseOptions } from './options.mts';
import { reportLines } from './report.mts';
import { countOf, drive, type Traffic } from './traffic.mts';

/** A session that was opened so long ago may have run out: k6 renews its own. */
const SESSION_MS = 4 * 60_000;

/** @returns exit code 1 when votes are missing, 2 when a threshold is missed */
export async function run(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const k6 = await findK6();
  console.log(`${options.kind} on ${options.origin}, with ${k6.name}`);
  const people = await gather(options);
  let polls = await askPolls(people, options.polls);
  console.log(`${people.length} people, ${polls.length} polls, ${options.durationMs / 1_000} s`);
  const signInAgain = async () => {
    const again = await gather(options);
    polls = polls.map(({ id, author }) => ({ id, author: again[author.index] ?? author }));
  };
  try {
    const traffic = await drive(k6, options, { people, polls });
    if (options.json)
      await writeFile(options.json, JSON.stringify({ ...options, metrics: traffic.metrics }, undefined, 2));
    if (options.durationMs > SESSION_MS) await signInAgain();
    const counted = await countVotes(polls);
    const { lines, missing } = compare(options, traffic, counted);
    console.log([...reportLines(traffic), ...lines].join('\n'));
    if (missing) throw new LaunchFailure('Votes that were acknowledged are missing, or were counted twice.');
    if (!traffic.met) {
      console.log('A threshold was missed.');
      process.exitCode = 2;
    }
  } finally {
    if (!options.keep) await deletePolls(polls);
  }
}

/** Every acknowledged vote is counted, and nothing else but perhaps a vote whose answer was lost. */
export function compare({ kind }: { kind: string }, traffic: Traffic, counted: Map<number, number>) {
  const acknowledged = countOf(traffic, 'votes_acknowledged');
  const open = countOf(traffic, 'votes_open');
  const total = [...counted.values()].reduce((sum, votes) => sum + votes, 0);
  const lines = [
    `Votes: ${acknowledged} acknowledged, ${total} counted${open > 0 ? `, ${open} without a clear answer` : ''}.`,
  ];
  let missing = total < acknowledged || total > acknowledged + open;
  if (kind === 'sockets') {
    const least = traffic.metrics.last_votes_seen?.values.min;
    lines.push(
      `Sockets: ${countOf(traffic, 'sockets_opened')} opened, ${countOf(traffic, 'sockets_lost')} lost, ` +
        `${countOf(traffic, 'frames')} frames; every one received ${least} votes.`,
    );
    missing ||= least !== total;
  }
  return { lines, missing };
}
