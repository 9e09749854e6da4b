import type { Rolldown } from 'vite';

const STYLE_SHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;

/**
 * Inlines the style sheets that a page file names, so that its outline needs no second request. Each keeps its link,
 * disabled: the code that loads pages later sees that these styles are there already.
 */
export function withStyles(bundle: Rolldown.OutputBundle, html: string): string {
  return html.replace(STYLE_SHEET, (_link, name: string) => {
    const part = bundle[name];
    if (part?.type !== 'asset') throw new Error(`${name} is not in the build`);
    return `<style>${String(part.source).trim()}</style><link rel="stylesheet" disabled href="/${name}">`;
  });
}

/** The names of the style sheets that {@link withStyles} has inlined into a page. */
export const stylesIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/<link rel="stylesheet" disabled href="\/([^"]+)">/g)].map(([, name = '']) => name));

const APPLICATION = /<script type="module" crossorigin src="(\/[^"]+)"><\/script>/;

/**
 * Leaves the start of the application to `public/launch.js`, which waits until the outline has been painted. Code gets
 * a lower priority than what the outline needs and than the small first requests of `src/early`.
 */
export function withLaunch(html: string): string {
  const code = APPLICATION.exec(html)?.[1];
  if (!code) throw new Error('index.html loads no application');
  return html
    .replace(APPLICATION, `<link rel="modulepreload" fetchpriority="low" crossorigin href="${code}">`)
    .replaceAll('<link rel="modulepreload" crossorigin', '<link rel="modulepreload" fetchpriority="low" crossorigin')
    .replace(/<script src="(\/assets\/start-[^"]+)">/, `<script src="$1" data-application="${code}">`);
}
