import type { Plugin } from 'vite';

/** The letters that every page needs; others are fetched, and cached, once a page uses them. */
export const COMMON_FONTS = /(onest|familjen-grotesk)-latin-wght-normal[^/]*\.woff2$/;

/** Preloads the two Latin fonts that every page needs, which otherwise wait for the style sheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'inkling-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) => COMMON_FONTS.test(name));
        return fonts.map((name) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${name}`,
            fetchpriority: 'low',
            crossorigin: true,
          },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
