import type { PollPreview } from '@inkling/contracts';
import type { ClosedPoll } from './shared-polls.js';
import { CARD_HEIGHT, CARD_WIDTH, type SharePaths } from './share-paths.js';
import { authorOf, hasEnded, html, notesOf, plain, resultsOf, turnoutOf } from './shared-poll-text.js';

/**
 * Options, with percentages if results are open to all, the total, and how the poll is answered: "Tea 58% · Coffee 42%
 * (1,234 votes)". The winner of a run-off and the right answer of a quiz follow once they are open to all.
 */
export function describePoll(poll: PollPreview): string {
  const results = resultsOf(poll);
  const options = poll.options.map(({ text }, index) => plain(text) + (results ? ` ${results[index]!.percent}%` : ''));
  const about = [turnoutOf(poll), ...notesOf(poll).map((note) => note.toLowerCase())];
  if (hasEnded(poll)) about.push('poll ended');
  const answer = poll.resultsVisible ? poll.quiz?.answer : undefined;
  const textOf = (option: number): string => plain(poll.options[option]?.text ?? '');
  if (poll.winner !== undefined) about.push(`winner: ${textOf(poll.winner)}`);
  if (answer !== undefined) about.push(`right answer: ${textOf(answer)}`);
  return `${options.join(' · ')} (${about.join(', ')})`;
}

const property = (name: string, content: string | number): string => `<meta property="${name}" content="${content}">`;
const named = (name: string, content: string): string => `<meta name="${name}" content="${content}">`;
const NO_INDEX = named('robots', 'noindex');

/** The tags of a poll for followers: that it is one, and nothing else about it. */
export function closedTags({ id, author }: ClosedPoll, paths: SharePaths): string {
  const title = 'A poll for followers';
  const whose = author ? html(plain(author.name)) : 'its author';
  const description = `This poll is for followers of ${whose}.`;
  return [
    `<title>${title} · Inkling</title>`,
    named('description', description),
    NO_INDEX,
    property('og:type', 'website'),
    property('og:site_name', 'Inkling'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', html(paths.poll(id))),
    named('twitter:card', 'summary'),
    named('twitter:title', title),
    named('twitter:description', description),
  ].join('\n');
}

/**
 * Title, description, OpenGraph, Twitter and oEmbed tags of a shared poll (docs/product.md#sharing), as HTML for the
 * page's head.
 * @param state of the card, see `cardState`
 */
export function pollTags(poll: PollPreview, state: string, paths: SharePaths): string {
  const title = html(poll.question);
  const description = html(describePoll(poll));
  const address = html(paths.poll(poll.id));
  const image = html(paths.card(poll.id, state));
  const alt = html(`${authorOf(poll)} asks: ${poll.question}`);
  const listed = poll.visibility === 'public';
  return [
    `<title>${title} · Inkling</title>`,
    named('description', description),
    `<link rel="canonical" href="${address}">`,
    // Whoever has the link of an unlisted poll may show it; programs are not pointed to it.
    listed
      ? `<link rel="alternate" type="application/json+oembed" href="${html(paths.oembed(poll.id))}" title="${title}">`
      : NO_INDEX,
    property('og:type', 'website'),
    property('og:site_name', 'Inkling'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', CARD_WIDTH),
    property('og:image:height', CARD_HEIGHT),
    property('og:image:alt', alt),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', image),
    named('twitter:image:alt', alt),
  ].join('\n');
}
