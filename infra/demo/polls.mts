import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PollMethod, Visibility } from '@inkling/contracts';
import { parse } from 'yaml';
import { quickPolls } from './polls-quick.mts';
import { dice } from './random.mts';
import type { DemoPerson } from './people.mts';
import type { Picture } from './pictures.mts';

export interface DemoPoll {
  question: string;
  options: string[];
  /** How it is answered; by one option if nothing is said. */
  method?: PollMethod;
  minChoices?: number;
  maxChoices?: number;
  /** Without, it is for everybody. */
  visibility?: Visibility;
  sealed?: boolean;
  shuffled?: boolean;
  /** Index of the right option of a quiz. */
  quizAnswer?: number;
  quizExplanation?: string;
  /** Weight of each option among the voters. */
  lean: number[];
  /** After which it ends; without, it stays open. */
  days?: number;
  /** Results show before voting. */
  open?: boolean;
  /** Its picture, of the folder `scenes`. */
  scene?: string;
  /** A picture for each option, of the same folder, described in the poll's language. */
  optionScenes?: { scene: string; alt: string }[];
  /** Draws its picture instead of a scene. */
  picture?: () => Promise<Picture>;
  /** Describes the picture in the poll's language. */
  alt?: string;
  /** In the order in which they are made. */
  comments: string[];
}

export type AskedPoll = DemoPoll & { language: string; author: DemoPerson };

/** In this order the languages take turns. */
const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'ar', 'hi', 'ja'];

const written = (language: string): DemoPoll[] =>
  parse(readFileSync(join(import.meta.dirname, 'polls', `${language}.yaml`), 'utf8'));
const WRITTEN: Record<string, DemoPoll[]> = Object.fromEntries(
  LANGUAGES.map((language) => [language, written(language)]),
);
const all = (language: string) => [...(WRITTEN[language] ?? []), ...quickPolls(language)];

/** As many different polls as there are. */
export const POLLS_MAX = LANGUAGES.reduce((sum, language) => sum + all(language).length, 0);

/**
 * `count` polls, or as many as these people have languages for: the written ones first, the languages taking turns,
 * each asked by somebody who speaks its language.
 * @param seed decides who asks what
 */
export function choosePolls(count: number, people: DemoPerson[], seed: string | number): AskedPoll[] {
  const spoken = LANGUAGES.filter((language) => people.some((person) => person.languages.includes(language)));
  const turns = <T,>(lists: T[][]) =>
    Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, turn) =>
      lists.flatMap((list) => list.slice(turn, turn + 1)),
    ).flat();
  const tagged = (polls: DemoPoll[], language: string) => polls.map((poll) => ({ ...poll, language }));
  const inOrder = [
    ...turns(spoken.map((language) => tagged(WRITTEN[language] ?? [], language))),
    ...turns(spoken.map((language) => tagged(quickPolls(language), language))),
  ];

  const asked = new Map<DemoPerson, number>();
  const askedBy = (person: DemoPerson) => asked.get(person) ?? 0;
  return inOrder.slice(0, count).map((poll) => {
    const speakers = dice(seed, 'author', poll.question).shuffled(
      people.filter((person) => person.languages.includes(poll.language)),
    );
    const author = speakers.reduce((least, person) => (askedBy(person) < askedBy(least) ? person : least));
    asked.set(author, askedBy(author) + 1);
    return { ...poll, author };
  });
}
