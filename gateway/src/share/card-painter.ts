import { Injectable } from '@nestjs/common';
import type { CardNode } from './card-layout.js';
import { BRAND_SUBSETS, WEIGHTS, type FontPart } from './card-fonts.js';
import type { CardDone, PainterSetup } from './card-worker.js';
import { CARD_HEIGHT, CARD_WIDTH } from './share-paths.js';
import { ShareThread } from './share-thread.js';

const WAITING_MAX = 12;
const DISPLAY_SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const;

export interface Painted {
  readonly png: Buffer;
  /** Characters without a glyph in any font and without a picture. */
  readonly missing: string;
}

/** The input of one drawing. */
export interface Drawing {
  readonly layout: CardNode;
  /** The picture is as high as its content, not as a card. */
  readonly tall?: true;
  /** Fonts in addition to the brand's. */
  readonly fonts: readonly FontPart[];
  /** Module paths of pictures, by emoji. */
  readonly emoji: Readonly<Record<string, string>>;
}

// Each part of a font has a different name, because satori looks for a missing glyph in fonts of another name.
const named = (name: string, subset: string): string => (subset === 'latin' ? name : `${name} ${subset}`);
const SETUP: PainterSetup = {
  fonts: [
    ...BRAND_SUBSETS.flatMap((subset) =>
      WEIGHTS.map((weight) => ({
        name: named('Onest', subset),
        weight,
        file: `@fontsource/onest/files/onest-${subset}-${weight}-normal.woff`,
      })),
    ),
    ...DISPLAY_SUBSETS.map((subset) => ({
      name: named('Familjen Grotesk', subset),
      weight: 700 as const,
      file: `@fontsource/familjen-grotesk/files/familjen-grotesk-${subset}-700-normal.woff`,
    })),
  ],
  width: CARD_WIDTH,
  height: CARD_HEIGHT,
};

/** Draws cards one after the other in a separate thread. */
@Injectable()
export class CardPainter {
  readonly #thread = new ShareThread<Drawing, CardDone>({
    worker: 'card-worker',
    setup: SETUP,
    waitingMax: WAITING_MAX,
  });

  /** @throws ApiError `unavailable` when too many cards wait or one takes too long; Error when it cannot be drawn */
  async paint(drawing: Drawing): Promise<Painted> {
    const { png, missing = '', failed } = await this.#thread.run(drawing);
    if (!png) throw new Error(`A share card could not be drawn: ${failed ?? 'no picture'}`);
    return { png: Buffer.from(png.buffer, png.byteOffset, png.byteLength), missing };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
