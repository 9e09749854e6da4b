import { polls as ar } from './polls-ar.mjs';
import { polls as de } from './polls-de.mjs';
import { polls as en } from './polls-en.mjs';
import { polls as es } from './polls-es.mjs';
import { polls as fr } from './polls-fr.mjs';
import { polls as hi } from './polls-hi.mjs';
import { polls as ja } from './polls-ja.mjs';
import { polls as pt } from './polls-pt.mjs';
import { quickPolls } from './polls-quick.mjs';
import { dice } from './random.mjs';

/**
 * @typedef {object} DemoPoll
 * @property {string} question
 * @property {string[]} options
 * @property {number[]} lean weight of each option among the voters
 * @property {number} [days] after which it ends; without, it stays open
 * @property {boolean} [open] results show before voting
 * @property {string} [scene] its picture, of scenes.mjs
 * @property {string} [alt] describes the picture in the poll's language
 * @property {string[]} comments in the order in which they are made
 */

/** @typedef {DemoPoll & { language: string, author: import('./people.mjs').DemoPerson }} AskedPoll */

const WRITTEN = { en, es, fr, de, pt, ar, hi, ja };
const LANGUAGES = Object.keys(WRITTEN);
const all = (language) => [...WRITTEN[language], ...quickPolls(language)];

/** As many different polls as there are. */
export const POLLS_MAX = LANGUAGES.reduce((sum, language) => sum + all(language).length, 0);

/**
 * `count` polls, or as many as these people have languages for: the written ones first, the languages taking turns,
 * each asked by somebody who speaks its language.
 * @param {number} count
 * @param {import('./people.mjs').DemoPerson[]} people
 * @param {string | number} seed decides who asks what
 * @returns {AskedPoll[]}
 */
export function choosePolls(count, people, seed) {
  const spoken = LANGUAGES.filter((language) => people.some((person) => person.languages.includes(language)));
  const turns = (lists) =>
    Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, turn) =>
      lists.flatMap((list) => list.slice(turn, turn + 1)),
    ).flat();
  const tagged = (polls, language) => polls.map((poll) => ({ ...poll, language }));
  const inOrder = [
    ...turns(spoken.map((language) => tagged(WRITTEN[language], language))),
    ...turns(spoken.map((language) => tagged(quickPolls(language), language))),
  ];

  const asked = new Map(people.map((person) => [person, 0]));
  return inOrder.slice(0, count).map((poll) => {
    const speakers = dice(seed, 'author', poll.question).shuffled(
      people.filter((person) => person.languages.includes(poll.language)),
    );
    const author = speakers.reduce((least, person) => (asked.get(person) < asked.get(least) ? person : least));
    asked.set(author, asked.get(author) + 1);
    return { ...poll, author };
  });
}
