import { createHash } from 'node:crypto';
import type { PollPreview } from '@inkling/contracts';
import { EMBED_STYLE } from './embed-style.js';
import { inkOf } from './inks.js';
import type { SharePaths } from './share-paths.js';
import { authorOf, hasEnded, html, notesOf, resultsOf, turnoutOf } from './shared-poll-text.js';

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** What an embedded poll shows in addition to text. All of it is part of the page. */
export interface EmbedExtras {
  /** Rules for the fonts. */
  readonly fonts?: string | undefined;
  /** Data URLs. */
  readonly picture?: string | undefined;
  readonly avatar?: string | undefined;
}

/** The policy of an embedded poll: any page may show it, it runs no script and loads nothing. */
export function embedPolicy({ fonts = '' }: EmbedExtras = {}): string {
  const styles = `style-src ${hashOf(EMBED_STYLE)}${fonts === '' ? '' : ` ${hashOf(fonts)}`}`;
  const sources = `default-src 'none'; ${styles}; img-src data:; font-src data:`;
  return `${sources}; base-uri 'none'; form-action 'none'; frame-ancestors *`;
}

const page = (title: string, main: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}<style>${EMBED_STYLE}</style>
</head>
<body>
${main}
</body>
</html>
`;

/** A poll as a page for another site's frame, with a link to vote, and with results if they are open to all. */
export function embedPage(
  poll: PollPreview,
  paths: SharePaths,
  { fonts = '', picture, avatar }: EmbedExtras = {},
): string {
  const results = resultsOf(poll);
  const ended = hasEnded(poll);
  const rows = poll.options.map(({ text }, index) => {
    const words = `<span>${html(text)}</span>`;
    const result = results?.[index];
    if (!result) return `<li class="open">${words}</li>`;
    // The bar is an SVG, because the policy allows no style attributes.
    const width = result.percent === 0 ? '6' : `${result.percent}%`;
    const fill = `<rect class="bar" width="${width}" height="100%"/>`;
    const edge = `<rect class="edge" y="94%" width="${width}" height="6%"/>`;
    const bar = `<svg aria-hidden="true">${fill}${edge}</svg>`;
    return `<li class="result${result.leads ? ' leads' : ''}">${bar}${words}<b>${result.percent}%</b></li>`;
  });
  const address = html(paths.poll(poll.id));
  const face = avatar === undefined ? '' : `<img class="avatar" src="${avatar}" alt="">`;
  const username = poll.user?.username ? ` <span>@${html(poll.user.username)}</span>` : '';
  const alt = html(poll.mediaInfo?.alt ?? `Picture for the question: ${poll.question}`);
  const shown = picture === undefined ? '' : `\n<img class="picture" src="${picture}" alt="${alt}">`;
  const turnout = [turnoutOf(poll), ...notesOf(poll), ...(ended ? ['Poll ended'] : [])].join(' · ');
  const invitation = ended ? 'Open on Inkling' : 'Vote on Inkling';
  const language = poll.language ? ` lang="${html(poll.language)}"` : '';
  const main = `<main class="${inkOf(poll.id)}">
<p class="by">${face}<b dir="auto">${html(authorOf(poll))}</b>${username}</p>
<h1 dir="auto"${language}>${html(poll.question)}</h1>${shown}
<ul dir="auto"${language}>
${rows.join('\n')}
</ul>
<footer><span>${turnout}</span><a href="${address}" target="_blank" rel="noopener">${invitation}</a></footer>
</main>`;
  return page(
    `${html(poll.question)} · Inkling`,
    main,
    `<link rel="canonical" href="${address}">\n${fonts === '' ? '' : `<style>${fonts}</style>\n`}`,
  );
}

/** The page for another site's frame if there is no poll to show. `sentence` is never a user's text. */
export function emptyEmbed(sentence: string, paths: SharePaths): string {
  const link = `<a href="${html(paths.origin)}/" target="_blank" rel="noopener">Open Inkling</a>`;
  return page('Inkling', `<main class="citron">\n<h1>${html(sentence)}</h1>\n${link}\n</main>`);
}
