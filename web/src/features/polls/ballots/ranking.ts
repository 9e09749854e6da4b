/** An order of options as their indexes, the first choice first. */
export type Ranking = readonly number[];

/** Gives an option the next number, or takes its number off and closes the gap. Null when no number is left. */
export function tap(ranking: Ranking, option: number, most: number): Ranking | null {
  if (ranking.includes(option)) return ranking.filter((other) => other !== option);
  return ranking.length < most ? [...ranking, option] : null;
}

/** Exchanges an option's number with that of its neighbour: -1 is the better number. The same at an end. */
export function move(ranking: Ranking, option: number, step: -1 | 1): Ranking {
  const neighbour = ranking[ranking.indexOf(option) + step];
  return neighbour === undefined || !ranking.includes(option) ? ranking : carry(ranking, option, neighbour);
}

/** Carries an option's number to another option, which gives its own in return if it has one. */
export function carry(ranking: Ranking, from: number, to: number): Ranking {
  if (!ranking.includes(from)) return ranking;
  return ranking.map((option) => (option === from ? to : option === to ? from : option));
}
