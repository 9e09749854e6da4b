import { describe, expect, it } from '@jest/globals';
import { limitsOfPage, over } from './limits.mts';

describe('limits of the web figures', () => {
  it('name what is over, and keep quiet about the rest', () => {
    expect(over({ fcp: 700, lcp: 1_300, cls: 0 }, { fcp: 800, lcp: 1_200, cls: 0.01 })).toEqual([
      'lcp is 1300.0 and may be 1200',
    ]);
    expect(over({ cls: 0.0213 }, { cls: 0.01 })).toEqual(['cls is 0.0213 and may be 0.01']);
  });

  it('take a figure that was not measured as missed', () => {
    expect(over({ fcp: Number.NaN }, { fcp: 800, lcp: 1_200 })).toHaveLength(2);
  });

  it('hold the budgets', () => {
    expect(limitsOfPage('phone', '/login')).toMatchObject({ scriptKb: 120, fcp: 1_800 });
    expect(limitsOfPage('desktop', '/home')).toMatchObject({ scriptKb: 160, fcp: 800 });
  });
});
