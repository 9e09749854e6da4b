import type { InsightPassage } from '@inkling/contracts';
import { citedSources } from '../deep-dive/cited-sources.js';
import { plainText, shortened } from '../deep-dive/plain-text.js';
import { folded, wordsOf } from '../classification/words/vocabulary.js';
import type { Page, WikiReply } from './media-wiki.js';

const PASSAGE_MAX = 600;
/** Letters of a passage that says something. */
const LETTERS_MIN = 25;
/** Characters of an extract that are looked at. */
const EXTRACT_MAX = 4_000;
/** What Wikipedia's text is under, where a wiki does not say it of itself. */
const DEFAULT_LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' };

/**
 * The article that a title leads to. One that a redirect reaches in its middle opens with something else, so it counts
 * only when its title shares a word with what was asked for.
 */
export function articleOf(term: string, { pages = [], normalized = [], redirects = [] }: WikiReply): Page | undefined {
  const named = normalized.find(({ from }) => from === term)?.to ?? term;
  const moved = redirects.find(({ from }) => from === named);
  const page = pages.find(({ title }) => title === (moved?.to ?? named));
  if (!page || !isArticle(page)) return undefined;
  return moved?.tofragment === undefined || sharesWord(page.title, term) ? page : undefined;
}

/**
 * The best hit of a search that is about the term: its title holds all of the term's words, or the term all of the
 * title's. What stands in brackets after a title says which of several meanings it has, and has to occur in the poll.
 */
export function fittingHit(term: string, pollWords: ReadonlySet<string>, { pages = [] }: WikiReply): Page | undefined {
  const asked = new Set(stemsOf(term));
  return pages
    .toSorted((a, b) => (a.index ?? Infinity) - (b.index ?? Infinity))
    .find((page) => {
      const [, name = '', meaning = ''] = /^(.*?)(?:\s*[(（]([^)）]*)[)）])?$/u.exec(page.title) ?? [];
      const title = stemsOf(name);
      const about =
        title.length > 0 &&
        (title.every((word) => asked.has(word)) || [...asked].every((word) => title.includes(word)));
      return isArticle(page) && about && (meaning === '' || stemsOf(meaning).some((word) => pollWords.has(word)));
    });
}

/** An article's opening as a passage; undefined where it says nothing or has no address that can be linked. */
export function passageOf(page: Page, { rightsinfo }: WikiReply): InsightPassage | undefined {
  const text = shortened(plainText(withoutMarkup((page.extract ?? '').slice(0, EXTRACT_MAX))), PASSAGE_MAX).replaceAll(
    '\n',
    ' ',
  );
  const title = plainText(withoutMarkup(page.title.slice(0, EXTRACT_MAX))).replaceAll('\n', ' ');
  const [url] = citedSources(page.fullurl === undefined ? [] : [page.fullurl]);
  if (url === undefined || title === '' || (text.match(/\p{L}/gu)?.length ?? 0) < LETTERS_MIN) return undefined;
  return { title, url, text, license: licenseOf(rightsinfo) };
}

/** Words as they are compared: folded, without a plural's ending. */
export const stemsOf = (text: string): string[] =>
  wordsOf(text).map((word) => folded(word).replace(/(?<=\p{L}{3})(?:es|s|en|n|e|x)$/u, ''));

const sharesWord = (title: string, term: string): boolean =>
  stemsOf(title).some((word) => stemsOf(term).includes(word));

const isArticle = ({ missing, pageprops, extract }: Page): boolean =>
  !missing && pageprops?.['disambiguation'] === undefined && extract !== undefined;

/** Extracts are plain text; what still looks like a tag or a script is left out, so that it is no noise to read. */
const withoutMarkup = (text: string): string =>
  text.replace(/<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi, ' ').replace(/<\/?[a-z!][^<>]*(?:>|$)/gi, ' ');

function licenseOf(rights: WikiReply['rightsinfo']): InsightPassage['license'] {
  const [url] = citedSources(rights ? [rights.url] : []);
  if (!rights || url === undefined) return DEFAULT_LICENSE;
  const [, kind, version] = /^https?:\/\/creativecommons\.org\/licenses\/([a-z-]+)\/([\d.]+)/.exec(url) ?? [];
  const name =
    kind && version ? `CC ${kind.toUpperCase()} ${version}` : plainText(withoutMarkup(rights.text)).slice(0, 80);
  return name === '' ? DEFAULT_LICENSE : { name, url };
}
