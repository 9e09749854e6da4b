import { afterAll, describe, expect, it } from '@jest/globals';
import type { ResultsFile } from '@inkling/contracts';
import { CardPainter } from '../share/card-painter.js';
import { Cards } from '../share/cards.js';
import type { SharePictures } from '../share/share-pictures.js';
import { pictureContent, ResultPictures } from './result-pictures.js';

const option = (text: string, votes: number, percent: number, part: Partial<ResultsFile['options'][number]> = {}) => ({
  text,
  votes,
  percent,
  leads: false,
  ...part,
});
const file = (part: Partial<ResultsFile> = {}): ResultsFile => ({
  pollId: 9,
  user: { id: 1, name: 'Ada', username: 'ada', profilePicture: '/uploads/ada.webp' },
  question: 'Tea or coffee?',
  method: 'single',
  sealed: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  endDate: null,
  ended: false,
  votesCount: 1_234,
  abstentionsCount: 0,
  options: [option('Tea', 740, 60, { leads: true }), option('Coffee', 494, 40)],
  ...part,
});
const NOW = Date.parse('2026-11-23T15:00:00.000Z');
const english = (part?: Partial<ResultsFile>) => pictureContent(file(part), 'en', NOW);
const german = (part?: Partial<ResultsFile>) => pictureContent(file(part), 'de', NOW);

describe('The picture of results', () => {
  it('shows question, shares, votes, total and day', () => {
    expect(english()).toMatchObject({
      question: 'Tea or coffee?',
      options: [
        { text: 'Tea', votes: '740', share: '60%', percent: 60, leads: true, note: null },
        { text: 'Coffee', votes: '494', share: '40%', percent: 40, leads: false, note: null },
      ],
      turnout: '1,234 votes',
      notes: [],
      state: 'As of Nov 23, 2026',
      author: 'Ada',
    });
    expect(english({ ended: true, endDate: '2026-11-22T23:59:59.000Z' }).state).toBe('Ended Nov 22, 2026');
    expect(german({ ended: true, endDate: '2026-11-22T23:59:59.000Z' })).toMatchObject({
      options: [{ share: '60\u00A0%' }, { share: '40\u00A0%' }],
      turnout: '1.234 Stimmen',
      state: 'Beendet am 22.11.2026',
    });
  });

  it('says what percentages are of, and who won', () => {
    expect(english({ method: 'multiple', votesCount: 1 })).toMatchObject({
      turnout: '1 voter',
      notes: ['% of voters'],
    });
    expect(english({ method: 'ranked' }).notes).toEqual(['First choices']);
    const runOff = { rounds: [], winner: 1, condorcet: null, voters: 9 };
    const decided = english({ method: 'ranked', ended: true, endDate: '2026-11-22T10:00:00.000Z', runOff });
    expect([decided.notes, decided.options.map(({ note }) => note)]).toEqual([
      ['Decided by run-off'],
      [null, 'Winner'],
    ]);
    const quiz = [option('Tea', 1, 50, { right: false }), option('Coffee', 1, 50, { right: true })];
    expect(german({ options: quiz })).toMatchObject({ notes: ['Quiz'], options: [{}, { note: 'Richtige Antwort' }] });
  });

  it('of a sealed poll shows no share before the first group, and then how many votes they cover', () => {
    const sealed = {
      sealed: true,
      votesCount: 17,
      options: [option('Tea', 10, 100, { leads: true }), option('Mate', 0, 0)],
    };
    expect(english({ ...sealed, countedVotes: 10 })).toMatchObject({ notes: ['Sealed', '10 counted'] });
    const waiting = english({ ...sealed, countedVotes: 0, options: [option('Tea', 0, 0), option('Mate', 0, 0)] });
    expect(waiting.options.map(({ percent, leads }) => [percent, leads])).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  it('has words where the fonts lack those of the poll', () => {
    const strange = file({ question: 'ខ្មែរ?', user: null, options: [option('ខ្មែរ', 1, 100), option('日本', 0, 0)] });
    expect(pictureContent(strange, 'de', NOW)).toMatchObject({
      question: 'Eine Umfrage auf Inkling',
      author: 'Jemand auf Inkling',
      options: [{ text: 'Antwort 1' }, { text: '日本' }],
    });
  });

  describe('as PNG', () => {
    const painter = new CardPainter();
    let drawn = 0;
    const counting = {
      paint: (drawing: Parameters<CardPainter['paint']>[0]) => {
        drawn += 1;
        return painter.paint(drawing);
      },
    } as unknown as CardPainter;
    let away = false;
    const store = {
      filling: () => (away ? Promise.reject(new Error('away')) : Promise.resolve(undefined)),
    } as unknown as SharePictures;
    const pictures = new ResultPictures(new Cards(counting, store), store);
    afterAll(() => painter.close());
    /** Width and height, which a PNG states at its beginning. */
    const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

    it('is drawn once, and is as high as its texts need', async () => {
      const [short, same] = await Promise.all([
        pictures.png(file(), 'en', '203.0.113.7'),
        pictures.png(file(), 'en', '203.0.113.7'),
      ]);
      expect([same, drawn]).toEqual([short, 1]);
      const words = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz ';
      const long = await pictures.png(
        file({
          question: words.repeat(5).slice(0, 300),
          options: Array.from({ length: 6 }, () => option(words.repeat(2).slice(0, 120), 1, 17)),
        }),
        'de',
        '203.0.113.7',
      );
      expect([sizeOf(short)[0], sizeOf(long)[0]]).toEqual([1_200, 1_200]);
      expect(sizeOf(long)[1]).toBeGreaterThan(2 * sizeOf(short)[1]!);
      await pictures.png(file(), 'en', '203.0.113.7');
      expect(drawn).toBe(2);
    });

    it('is drawn again where the author’s picture could not be read', async () => {
      away = true;
      await pictures.png(file({ votesCount: 5 }), 'en', '203.0.113.7');
      away = false;
      const before = drawn;
      await pictures.png(file({ votesCount: 5 }), 'en', '203.0.113.7');
      expect(drawn).toBe(before + 1);
    });
  });
});
