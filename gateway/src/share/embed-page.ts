import { createHash } from 'node:crypto';
import { INKS, type PollPreview } from '@inkling/contracts';
import { DARK, DARK_INKS, inkOf, LIGHT, LIGHT_INKS } from './inks.js';
import type { SharePaths } from './share-paths.js';
import { authorOf, hasEnded, html, resultsOf, votesOf } from './shared-poll-text.js';

const tokens = (theme: typeof LIGHT | typeof DARK): string =>
  Object.entries(theme)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');
const inks = (table: typeof LIGHT_INKS): string =>
  INKS.map((ink) => `.${ink}{--fill:${table[ink].fill};--tint:${table[ink].tint};--edge:${table[ink].edge}}`).join('');

const CSS = `:root{color-scheme:light dark;${tokens(LIGHT)}}${inks(LIGHT_INKS)}
@media (prefers-color-scheme:dark){:root{${tokens(DARK)}}${inks(DARK_INKS)}}
*{box-sizing:border-box}
body{margin:0;background:transparent;color:var(--ink);font:15px/22px Onest,system-ui,sans-serif}
main{background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:20px;overflow-wrap:anywhere}
.by{display:flex;align-items:center;flex-wrap:wrap;gap:2px 8px;margin:0;color:var(--ink3);font-size:13.5px}
.avatar{width:32px;height:32px;border-radius:16px}
.picture{display:block;width:100%;height:auto;margin:0 0 14px;border-radius:14px}
.by b{color:var(--ink)}
h1{margin:8px 0 16px;font:700 20px/26px "Familjen Grotesk",system-ui,sans-serif;letter-spacing:-.012em;text-wrap:balance}
ul{list-style:none;margin:0;padding:0;display:grid;gap:8px}
li{position:relative;display:flex;align-items:center;gap:12px;min-height:48px;padding:8px 14px;border-radius:12px;overflow:hidden}
li.open{border:1.5px solid var(--control)}
li.open::before{content:"";flex:none;width:20px;height:20px;border:1.5px solid var(--control);border-radius:7px}
li.result{background:var(--well)}
li svg{position:absolute;inset:0;width:100%;height:100%}
li .bar{fill:var(--tint)}li.leads .bar{fill:var(--fill)}li .edge{fill:var(--edge)}
li svg:dir(rtl){transform:scaleX(-1)}
li span,li b{position:relative}li span{flex:1}li b{font-variant-numeric:tabular-nums}li.leads span{font-weight:600}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:12px;margin-top:16px;padding-top:14px;border-top:2px dotted var(--line)}
footer span{color:var(--ink2)}
a{display:inline-flex;align-items:center;min-height:44px;padding:0 18px;border-radius:14px;background:var(--ink);color:var(--surface);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--ink);outline-offset:2px;box-shadow:0 0 0 6px var(--citron)}`;

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** What an embedded poll shows besides words. Everything stands in the page itself. */
export interface EmbedExtras {
  /** Rules for the fonts. */
  readonly fonts?: string | undefined;
  /** Data addresses. */
  readonly picture?: string | undefined;
  readonly avatar?: string | undefined;
}

/** Any page may show an embedded poll; it runs no script and loads nothing. */
export function embedPolicy({ fonts = '' }: EmbedExtras = {}): string {
  const styles = `style-src ${hashOf(CSS)}${fonts === '' ? '' : ` ${hashOf(fonts)}`}`;
  return `default-src 'none'; ${styles}; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors *`;
}

const page = (title: string, main: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}<style>${CSS}</style>
</head>
<body>
${main}
</body>
</html>
`;

/** A poll to be read inside another page, with a link to vote. Results only where anyone may see them. */
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
    // Attributes of a drawing, because the policy lets no style attribute through.
    const width = result.percent === 0 ? '6' : `${result.percent}%`;
    const bar = `<svg aria-hidden="true"><rect class="bar" width="${width}" height="100%"/><rect class="edge" y="94%" width="${width}" height="6%"/></svg>`;
    return `<li class="result${result.leads ? ' leads' : ''}">${bar}${words}<b>${result.percent}%</b></li>`;
  });
  const main = `<main class="${inkOf(poll.id)}">
<p class="by">${avatar === undefined ? '' : `<img class="avatar" src="${avatar}" alt="">`}<b dir="auto">${html(authorOf(poll))}</b>${poll.user?.username ? ` <span>@${html(poll.user.username)}</span>` : ''}</p>
<h1 dir="auto">${html(poll.question)}</h1>${picture === undefined ? '' : `\n<img class="picture" src="${picture}" alt="${html(poll.mediaInfo?.alt ?? `Picture for the question: ${poll.question}`)}">`}
<ul dir="auto">
${rows.join('\n')}
</ul>
<footer><span>${votesOf(poll.votesCount)}${ended ? ' · Poll ended' : ''}</span><a href="${html(paths.poll(poll.id))}" target="_blank" rel="noopener">${ended ? 'Open on Inkling' : 'Vote on Inkling'}</a></footer>
</main>`;
  return page(
    `${html(poll.question)} · Inkling`,
    main,
    `<link rel="canonical" href="${html(paths.poll(poll.id))}">\n${fonts === '' ? '' : `<style>${fonts}</style>\n`}`,
  );
}

/** What stands in another page where there is no poll to show. `sentence` is ours, never a person's text. */
export const emptyEmbed = (sentence: string, paths: SharePaths): string =>
  page(
    'Inkling',
    `<main class="citron">\n<h1>${html(sentence)}</h1>\n<a href="${html(paths.origin)}/" target="_blank" rel="noopener">Open Inkling</a>\n</main>`,
  );
