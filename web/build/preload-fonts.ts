import type { Plugin } from 'vite';

/** Preloads the two Latin fonts that every page needs, which otherwise wait for the style sheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'inkling-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) => /(onest|familjen-grotesk)-latin-wght-normal[^/]*\.woff2$/.test(name));
        return fonts.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
