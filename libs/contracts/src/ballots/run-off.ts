import type { BallotCount } from './ballot.js';
import { orderAt } from './orderings.js';

/** Equal ballots: the options in the voters' order, and how many voters. */
interface Ballots {
  readonly order: readonly number[];
  readonly count: number;
}

/** One round of a run-off. Lists have one entry per option, in the author's order. */
export interface RunOffRound {
  /** The votes that an option holds; null for one that has left. */
  readonly counts: (number | null)[];
  /** The option that leaves after this round; null in the last round. */
  readonly out: number | null;
  /** Voters none of whose choices is left. */
  readonly exhausted: number;
  /** Votes that came over from the option that left before; 0 in the first round and for options that have left. */
  readonly moved: number[];
}

export interface RunOff {
  /** None without a vote. */
  readonly rounds: RunOffRound[];
  /** The option with more than half of the votes that still count; null without a vote. */
  readonly winner: number | null;
  /** The option that more people prefer to each other one than the other way round; null where there is none. */
  readonly condorcet: number | null;
  readonly voters: number;
}

/**
 * Instant run-off (docs/product.md#run-off). Each vote counts for its first choice that is left. While no option holds
 * more than half of the votes that count, one leaves.
 * @param options how many options the poll has
 * @param counted the poll's ballots, in any order
 */
export function runOff(pollId: number, options: number, counted: readonly BallotCount[]): RunOff {
  const ballots = counted.map(({ choice, n }): Ballots => ({ order: orderAt(choice), count: n }));
  const voters = ballots.reduce((sum, { count }) => sum + count, 0);
  const rounds: RunOffRound[] = [];
  const left = new Set(Array.from({ length: options }, (_, option) => option));
  let winner: number | null = null;
  while (voters > 0 && winner === null) {
    const counts = countFirstChoices(ballots, left, options);
    const counting = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    winner = counts.findIndex((count) => count !== null && count * 2 > counting);
    if (winner < 0) winner = null;
    const out = winner === null ? leaving([...rounds.map((round) => round.counts), counts], pollId) : null;
    const before = rounds.at(-1)?.counts;
    const moved = counts.map((count, option) => (count === null || !before ? 0 : count - (before[option] ?? 0)));
    rounds.push({ counts, out, exhausted: voters - counting, moved });
    if (out !== null) left.delete(out);
  }
  return { rounds, winner, condorcet: voters > 0 ? condorcetWinner(options, ballots) : null, voters };
}

function countFirstChoices(ballots: readonly Ballots[], left: ReadonlySet<number>, options: number): (number | null)[] {
  const counts = Array.from({ length: options }, (_, option): number | null => (left.has(option) ? 0 : null));
  for (const { order, count } of ballots) {
    const first = order.find((option) => left.has(option));
    if (first !== undefined) counts[first] = (counts[first] ?? 0) + count;
  }
  return counts;
}

/**
 * The option that leaves: the lowest; among equals the one that was lower in the round before, and so back to the first
 * round; at last the one that the lot names.
 * @param history counts of all rounds so far, the present one last
 */
function leaving(history: readonly (readonly (number | null)[])[], pollId: number): number {
  let lowest = history.at(-1)!.flatMap((count, option) => (count === null ? [] : [option]));
  for (const counts of history.toReversed()) {
    const fewest = Math.min(...lowest.map((option) => counts[option]!));
    lowest = lowest.filter((option) => counts[option] === fewest);
  }
  return leavesByLot(lowest, pollId, history.length);
}

const [OFFSET, PRIME] = [0x811c9dc5, 0x01000193];

/** FNV-1a, 32 bits, of a text in ASCII. */
function fnv1a(text: string): number {
  let hash = OFFSET;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME) >>> 0;
  return hash;
}

/**
 * Which of several equal options leaves a run-off, where nothing else tells them apart (docs/product.md#run-off): the
 * FNV-1a hash of "poll/round" in decimal, for example "4711/2", divided by the number of equals; the remainder is the
 * place in their list. Anybody can check that, and nobody can choose it, since a poll's number is given by the server.
 * @param equals options in the author's order
 * @param round from 1
 */
const leavesByLot = (equals: readonly number[], pollId: number, round: number): number =>
  equals[fnv1a(`${pollId}/${round}`) % equals.length]!;

/** Who names an option prefers it to all that they do not name. */
function condorcetWinner(options: number, ballots: readonly Ballots[]): number | null {
  // For each pair of options, how many people prefer the first to the second.
  const preferring = Array.from({ length: options }, () => Array.from({ length: options }, () => 0));
  for (const { order, count } of ballots) {
    const below = new Set(preferring.keys());
    for (const option of order) {
      below.delete(option);
      for (const other of below) preferring[option]![other]! += count;
    }
  }
  const winner = preferring.findIndex((against, option) =>
    against.every((count, other) => other === option || count > preferring[other]![option]!),
  );
  return winner < 0 ? null : winner;
}
