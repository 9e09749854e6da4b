import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { activate, LOCALES, type Locale } from './active';
import { formatNumber, formatPercent } from './format';

describe.each(Object.keys(LOCALES) as Locale[])('numbers in %s', (locale) => {
  beforeAll(() => activate(locale, null));
  afterAll(() => activate('en', null));

  it.each([0, 7, 58, 100, 999, 1000, 1283, 20_500, 1.5, -3])('writes %d as the language does', (value) => {
    expect(formatNumber(value)).toBe(new Intl.NumberFormat(locale).format(value));
  });

  it.each([0, 1, 33, 58, 100])('writes %d percent as the language does', (value) => {
    expect(formatPercent(value)).toBe(new Intl.NumberFormat(locale, { style: 'percent' }).format(value / 100));
  });
});
