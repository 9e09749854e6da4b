import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { COMMON_FONTS } from './preload-fonts';

/** The weights that the style sheets use. The files hold up to 100 to 900, which makes Onest's 14 kB larger. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * Limits the two fonts that every page preloads to the weights in use. A file keeps its name, whose hash is the whole
 * font's: a browser that still has the whole font under that name shows the same letters.
 */
export function limitFontWeights(): Plugin {
  return {
    name: 'inkling-limit-font-weights',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const fonts = Object.values(bundle).filter((file) => COMMON_FONTS.test(file.fileName));
      await Promise.all(
        fonts.map(async (font) => {
          if (font.type !== 'asset') return;
          const limits = { keepAllGlyphs: true, targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } } as const;
          font.source = await subsetFont(Buffer.from(font.source), undefined, limits);
        }),
      );
    },
  };
}
