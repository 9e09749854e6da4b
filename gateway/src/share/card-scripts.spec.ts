import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { cardContent, textsOf } from './card-content.js';
import { drawCard, POLLS, writeSheet } from './card-scripts.spec-support.js';
import { CardPainter } from './card-painter.js';

/**
 * A folder in which a sheet of all cards is wanted, to be looked at: `CARD_SHEET=/tmp/cards npm test -- --only jest
 * card-scripts`.
 */
const { CARD_SHEET } = process.env;
const TIME_MS = 60_000;

describe('cards in many scripts', () => {
  const painter = new CardPainter();
  const cards: Buffer[] = [];
  afterAll(() => painter.close());

  it.each(Object.keys(POLLS))(
    'are drawn in %s, not as empty boxes',
    async (script) => {
      const poll = POLLS[script]!;
      expect(textsOf(cardContent(poll))).toEqual(
        expect.arrayContaining([poll.question, ...poll.options.map(({ text }) => text)]),
      );
      const { png, missing } = await drawCard(painter, poll);
      cards.push(png);
      expect(missing).toBe('');
      // Without the script's own fonts there are letters that nothing can draw.
      expect((await drawCard(painter, poll, {}, () => [])).missing).not.toBe('');
    },
    TIME_MS,
  );

  it(
    'join Arabic letters',
    async () => {
      const asked = async (question: string) => (await drawCard(painter, { ...POLLS['arabic']!, question })).png;
      expect((await asked('ححح')).equals(await asked('ح\u200Cح\u200Cح'))).toBe(false);
    },
    TIME_MS,
  );

  it(
    "have the poll's picture and the author's face",
    async () => {
      const colour = (background: string) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer();
      const address = async (background: string) =>
        `data:image/png;base64,${(await colour(background)).toString('base64')}`;
      const { png: card } = await drawCard(painter, POLLS['korean']!, {
        picture: await address('#FF0000'),
        avatar: await address('#0000FF'),
      });
      cards.push(card);
      const { data, info } = await sharp(card).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [
        ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
      ];
      expect(at(950, 300)).toEqual([255, 0, 0]);
      expect(at(102, 88)).toEqual([0, 0, 255]);
      if (CARD_SHEET !== undefined) await writeSheet(cards, CARD_SHEET);
    },
    TIME_MS,
  );
});
