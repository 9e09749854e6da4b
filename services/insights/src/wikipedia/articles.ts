import type { InsightPassage } from '@inkling/contracts';
import { citedSources } from '../deep-dive/cited-sources.js';
import { plainText, shortened } from '../deep-dive/plain-text.js';
import { folded, wordsOf } from '../classification/words/vocabulary.js';
import type { Page, WikiReply } from './media-wiki.js';

const PASSAGE_MAX = 600;
/** Minimum number of letters in a useful passage. */
const LETTERS_MIN = 25;
/** Characters of an extract that are read. */
const EXTRACT_MAX = 4_000;
/** The licence of Wikipedia's texts, if the wiki does not name one. */
const DEFAULT_LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' };

/**
 * The article that a title leads to. If a redirect leads to a section, the beginning of the article may be about
 * something else, so its title must share a word with the term.
 */
export function articleOf(term: string, { pages = [], normalized = [], redirects = [] }: WikiReply): Page | undefined {
  const named = normalized.find(({ from }) => from === term)?.to ?? term;
  const moved = redirects.find(({ from }) => from === named);
  const page = pages.find(({ title }) => title === (moved?.to ?? named));
  if (!page || !isArticle(page)) return undefined;
  return moved?.tofragment === undefined || sharesWord(page.title, term) ? page : undefined;
}

/**
 * The best hit that is about the term: its title contains all words of the term, or the reverse. If the title ends with
 * a meaning in brackets, a word of that meaning must occur in the poll.
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

/** The beginning of an article as a passage; undefined if it is too short or has no valid address. */
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

/** Words for comparison: folded and without plural endings. */
export const stemsOf = (text: string): string[] =>
  wordsOf(text).map((word) => folded(word).replace(/(?<=\p{L}{3})(?:es|s|en|n|e|x)$/u, ''));

const sharesWord = (title: string, term: string): boolean =>
  stemsOf(title).some((word) => stemsOf(term).includes(word));

const isArticle = ({ missing, pageprops, extract }: Page): boolean =>
  !missing && pageprops?.['disambiguation'] === undefined && extract !== undefined;

/** Extracts are plain text. Remaining tags and scripts are removed, because they are only noise for readers. */
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
