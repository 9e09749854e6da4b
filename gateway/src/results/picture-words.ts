import type { ResultsFile } from '@inkling/contracts';

export type PictureLanguage = 'en' | 'de';

const counted = (language: PictureLanguage, count: number, one: string, many: string): string =>
  `${count.toLocaleString(language)} ${count === 1 ? one : many}`;

const WORDS = {
  en: {
    votes: ['vote', 'votes'],
    voters: ['voter', 'voters'],
    ofVoters: '% of voters',
    firstChoices: 'First choices',
    runOff: 'Decided by run-off',
    quiz: 'Quiz',
    sealed: 'Sealed',
    counted: (count: string) => `${count} counted`,
    right: 'Right answer',
    winner: 'Winner',
    ended: (day: string) => `Ended ${day}`,
    asOf: (day: string) => `As of ${day}`,
    someone: 'Someone on Inkling',
    poll: 'A poll on Inkling',
    option: (number: number) => `Option ${number}`,
  },
  de: {
    votes: ['Stimme', 'Stimmen'],
    voters: ['Person', 'Personen'],
    ofVoters: '% der Personen',
    firstChoices: 'Erste Wünsche',
    runOff: 'Durch Stichwahl entschieden',
    quiz: 'Quiz',
    sealed: 'Versiegelt',
    counted: (count: string) => `${count} gezählt`,
    right: 'Richtige Antwort',
    winner: 'Gewinnt',
    ended: (day: string) => `Beendet am ${day}`,
    asOf: (day: string) => `Stand ${day}`,
    someone: 'Jemand auf Inkling',
    poll: 'Eine Umfrage auf Inkling',
    option: (number: number) => `Antwort ${number}`,
  },
} as const;

export const wordsIn = (language: PictureLanguage) => WORDS[language];

/** "1,234 votes", or "1,234 voters" where people choose several options. */
export function turnoutIn(language: PictureLanguage, { method, votesCount }: ResultsFile): string {
  const [one, many] = WORDS[language][method === 'multiple' ? 'voters' : 'votes'];
  return counted(language, votesCount, one, many);
}

/** "40%" */
export const shareIn = (language: PictureLanguage, percent: number): string =>
  (percent / 100).toLocaleString(language, { style: 'percent' });

/** "Ended Nov 20, 2026", or "As of ..." while the poll is open. Days are those of UTC. */
export function stateIn(language: PictureLanguage, { ended, endDate }: ResultsFile, now: number): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const { ended: over, asOf } = WORDS[language];
  return ended && endDate !== null ? over(format.format(new Date(endDate))) : asOf(format.format(now));
}

/** What to know beside the total: what percentages are of, and what is not counted yet. */
export function notesIn(
  language: PictureLanguage,
  { method, sealed, ended, votesCount, countedVotes = votesCount, runOff, options }: ResultsFile,
): string[] {
  const words = WORDS[language];
  const quiz = options.some(({ right }) => right !== undefined);
  const ranked = ended && runOff ? words.runOff : words.firstChoices;
  const kind = method === 'multiple' ? words.ofVoters : method === 'ranked' ? ranked : quiz ? words.quiz : undefined;
  const waits = countedVotes < votesCount ? words.counted(countedVotes.toLocaleString(language)) : undefined;
  return [kind, sealed ? words.sealed : undefined, waits].filter((note) => note !== undefined);
}
