import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ORDINARY_KIND, type PollPreview } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { CardPainter, Drawing, Painted } from './card-painter.js';
import { Cards } from './cards.js';
import type { SharePictures } from './share-pictures.js';

const poll = (id: number): PollPreview => ({
  id,
  question: `Question ${id}?`,
  options: [{ text: 'Tea' }, { text: 'Coffee' }],
  media: null,
  mediaInfo: null,
  endDate: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  user: null,
  ...ORDINARY_KIND,
  visibility: 'public',
  votesCount: 0,
  resultsVisible: false,
});

const NO_PICTURES = { filling: () => Promise.resolve(undefined) } as unknown as SharePictures;

/** A painter that draws when the test says so. */
function slowPainter() {
  const waiting: { words: string; draw: () => void; fail: () => void }[] = [];
  const paint = ({ layout }: Drawing) =>
    new Promise<Painted>((resolve, reject) => {
      const words = JSON.stringify(layout);
      waiting.push({
        words,
        draw: () => resolve({ png: Buffer.from(words), missing: '' }),
        fail: () => reject(new ApiError('unavailable')),
      });
    });
  return { waiting, painter: { paint } as unknown as CardPainter };
}

describe('share cards', () => {
  it('of one network leave room in the line for those of another', async () => {
    const { waiting, painter } = slowPainter();
    const cards = new Cards(painter, NO_PICTURES);
    const crowd = Array.from({ length: 10 }, (_, id) => cards.card(poll(id + 1), '203.0.113.7'));
    const other = cards.card(poll(99), '198.51.100.1');
    while (waiting.length < 8) await setImmediate();
    expect(waiting.map(({ words }) => /Question \d+/.exec(words)?.[0] ?? 'plain')).toEqual([
      'plain',
      'Question 1',
      'Question 2',
      'Question 3',
      'Question 4',
      'Question 5',
      'Question 6',
      'Question 99',
    ]);
    for (const { draw } of waiting) draw();
    expect((await Promise.all(crowd)).map(({ plain }) => plain)).toEqual([
      ...Array(6).fill(false),
      ...Array(4).fill(true),
    ]);
    expect((await other).plain).toBe(false);
    // Places are given back.
    const again = cards.card(poll(10), '203.0.113.7');
    while (waiting.length < 9) await setImmediate();
    waiting.at(-1)!.draw();
    expect((await again).plain).toBe(false);
  });

  it('of one IPv6 block leave room as well, whichever of its networks ask', async () => {
    const { waiting, painter } = slowPainter();
    const cards = new Cards(painter, NO_PICTURES);
    const crowd = Array.from({ length: 20 }, (_, id) =>
      cards.card(poll(id + 1), `2001:db8:1:${(id * 256).toString(16)}::1`),
    );
    const other = cards.card(poll(99), '198.51.100.1');
    while (!waiting.some(({ words }) => words.includes('Question 99'))) await setImmediate();
    for (const { draw } of waiting) draw();
    expect((await Promise.all(crowd)).filter(({ plain }) => !plain)).toHaveLength(9);
    expect((await other).plain).toBe(false);
    const again = cards.card(poll(20), '2001:db8:1::1');
    while (!waiting.some(({ words }) => words.includes('Question 20'))) await setImmediate();
    waiting.at(-1)!.draw();
    expect((await again).plain).toBe(false);
  });

  it('are the plain one where the painter has no time, which is drawn again when that failed', async () => {
    const { waiting, painter } = slowPainter();
    const cards = new Cards(painter, NO_PICTURES);
    const first = cards.card(poll(1), 'a');
    while (waiting.length < 2) await setImmediate();
    for (const { fail } of waiting.splice(0)) fail();
    await expect(first).rejects.toThrow(expect.objectContaining({ code: 'unavailable' }));
    const second = cards.card(poll(1), 'a');
    while (waiting.length < 2) await setImmediate();
    const [plain, own] = waiting.splice(0);
    plain!.draw();
    own!.fail();
    expect(await second).toEqual({ png: Buffer.from(plain!.words), plain: true });
  });
});
