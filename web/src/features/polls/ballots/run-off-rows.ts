import type { PollRounds } from '@inkling/contracts';

/** What an option has in one round. */
export interface RoundCell {
  /** Its votes; null once it has left. */
  votes: number | null;
  /** Votes that came over from the option that left before. */
  gained: number;
  /** It left after the round before: later cells are empty. */
  justLeft: boolean;
}

/** An option's way through the rounds. */
export interface RunOffRow {
  index: number;
  wins: boolean;
  /** The round after which the option left, from 1; null for options that stayed to the end. */
  leftIn: number | null;
  cells: RoundCell[];
}

/** One row per option: the winner first, then by how long the option stayed. */
export function runOffRows({ rounds, winner }: PollRounds, options: number): RunOffRow[] {
  const rows = Array.from({ length: options }, (_, index): RunOffRow => {
    const left = rounds.findIndex(({ out }) => out === index);
    return {
      index,
      wins: index === winner,
      leftIn: left < 0 ? null : left + 1,
      cells: rounds.map(({ counts, moved }, round) => ({
        votes: counts[index] ?? null,
        gained: moved[index] ?? 0,
        justLeft: left >= 0 && round === left + 1,
      })),
    };
  });
  const staying = ({ wins, leftIn }: RunOffRow) => (wins ? Infinity : (leftIn ?? rounds.length));
  const last = ({ index }: RunOffRow) => rounds.at(-1)?.counts[index] ?? 0;
  return rows.sort((a, b) => staying(b) - staying(a) || last(b) - last(a));
}

/** The votes that still count in each round. */
export const countingIn = ({ rounds, voters }: PollRounds): number[] =>
  rounds.map(({ exhausted }) => voters - exhausted);

/** Whether an option left that had as few votes as another one. */
export const hadEquals = ({ rounds }: PollRounds): boolean =>
  rounds.some(({ out, counts }) => out !== null && counts.filter((votes) => votes === counts[out]).length > 1);
