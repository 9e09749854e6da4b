import { describe, expect, it } from '@jest/globals';
import { Folding } from '../text/folding.js';
import { searchTerms } from '../text/search-terms.js';
import { CommonTokens } from './common-tokens.js';
import { templates } from './tsquery.js';

const folding = new Folding(new Map());
const terms = (q: string) => searchTerms(folding, q).terms;
const statistics = (tokens: Record<string, number>) => ({
  query: <R extends object>() =>
    Promise.resolve([{ tokens: Object.keys(tokens), shares: Object.values(tokens) }] as unknown as R[]),
});
const common = new CommonTokens(statistics({ the: 0.4, this: 0.2, best: 0.1, theatre: 0.003 }), 'poll_documents');
const none = new CommonTokens(statistics({}), 'poll_documents');

describe('common tokens', () => {
  it('have a share, and so do all tokens with the same beginning together', async () => {
    await common.refresh();
    expect(
      [
        common.share('the'),
        common.share('th'),
        common.shareOfBeginning('th'),
        common.shareOfBeginning('theat'),
        common.shareOfBeginning('x'),
      ].map((share) => Number(share.toFixed(3))),
    ).toEqual([0.4, 0, 0.603, 0.003, 0]);
  });

  it('count as rare if the statistics cannot be read', () => {
    const broken = new CommonTokens({ query: () => Promise.reject(new Error('away')) }, 'poll_documents');
    expect(broken.share('the')).toBe(0);
  });
});

describe('templates', () => {
  it('match each term as a whole and as a beginning, also in the far parts', () => {
    const both = `'@night' & '@tr'`;
    const begins = `'@night':* & '@tr':*`;
    expect(templates(terms('Night tr'), none)).toEqual({
      whole: both,
      begins,
      wholeFar: both,
      beginsFar: begins,
      beginsAll: `'@night'`,
      beginningsAreCostly: false,
    });
  });

  it('search the far parts of the index by rare terms, if there are any', () => {
    expect(templates(terms('the best zebra'), common)).toMatchObject({
      whole: `'@the' & '@best' & '@zebra'`,
      wholeFar: `'@zebra'`,
      beginsFar: `'@zebra':*`,
      beginsAll: `'@zebra':*`,
    });
    expect(templates(terms('the best'), common)).toMatchObject({
      wholeFar: `'@the' & '@best'`,
      beginsFar: `'@the':* & '@best':*`,
      beginsAll: null,
    });
    // Too many words begin with one letter.
    expect(templates(terms('the z'), common)).toMatchObject({
      wholeFar: `'@z'`,
      beginsFar: `'@the':* & '@z':*`,
      beginsAll: null,
    });
  });

  it('narrow a short rare beginning with common words', () => {
    expect(templates(terms('best zeb'), common)).toMatchObject({
      begins: `'@best':* & '@zeb':*`,
      beginsFar: `'@zeb':* & '@best'`,
      beginsAll: `'@zeb':* & '@best'`,
    });
  });

  it('search the whole index by complete words and the beginning of the last one', () => {
    expect(templates(terms('night zeb'), common)).toMatchObject({
      beginsFar: `'@night':* & '@zeb':*`,
      beginsAll: `'@night'`,
    });
    expect(templates(terms('theatre zeb'), common)).toMatchObject({ beginsAll: `'@theatre' & '@zeb':*` });
    expect(templates(terms('night zebra'), common)).toMatchObject({ beginsAll: `'@night' & '@zebra':*` });
    expect(templates(terms('night the'), common)).toMatchObject({ beginsFar: `'@night':*`, beginsAll: `'@night'` });
    expect(templates(terms('#cats night'), common)).toMatchObject({ beginsAll: `('@#cats' | '@cats') & '@night':*` });
  });

  it('report when a short beginning would be collected for a common word', () => {
    const costly = (q: string) => templates(terms(q), common).beginningsAreCostly;
    expect(['best zeb', 'theatre zeb'].map(costly)).toEqual([true, true]);
    expect(['zeb', 'night zeb', 'best zebra', 'theatre zebra', 'the best', '#cats night'].map(costly)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('keep pairs of characters, match topics also as words, and include corrections', () => {
    expect(templates(terms('朝ごは'), none).begins).toBe(`'@朝ご' & '@ごは'`);
    expect(templates(terms('朝朝 #cats'), none).begins).toBe(`('@#cats':* | '@cats') & '@朝朝'`);
    expect(templates(terms('nihgt tr'), none, new Map([['nihgt', ['night']]]))).toMatchObject({
      whole: `('@nihgt' | '@night') & '@tr'`,
      begins: `('@nihgt':* | '@night':*) & '@tr':*`,
    });
  });
});
