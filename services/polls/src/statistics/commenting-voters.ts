/** As many votes the author may know: what VOTE_NOTICE_MIN_VOTERS is by default (ADR 5). */
const KNOWN = 5;
/** A range with this many people leaves somebody's vote open even if the author knows KNOWN of them. */
const APART = KNOWN + 1;

/**
 * How many of the people who commented have voted, as a range that never makes it certain of anybody (ADR 5): the
 * names of those who commented are public.
 * @param people who commented
 * @param voters those of them who voted
 */
export function toldVoters(people: number, voters: number): { least: number; most: number } {
  if (people <= 2 * APART) return { least: 0, most: people };
  if (voters <= APART) return { least: 0, most: APART };
  if (people - voters <= APART) return { least: people - APART, most: people };
  return { least: voters, most: voters };
}
