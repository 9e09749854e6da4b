import { expect, test } from '@jest/globals';
import { aspectOf } from './frame';

test('media keeps its shape, up to 4:5 and down to a strip', () => {
  expect(aspectOf({ width: 1200, height: 900 })).toBeCloseTo(4 / 3);
  expect(aspectOf({ width: 900, height: 1600 })).toBe(4 / 5);
  expect(aspectOf({ width: 4000, height: 200 })).toBe(5 / 2);
});

test('without measures it is 16:9', () => {
  expect(aspectOf(null)).toBeCloseTo(16 / 9);
  expect(aspectOf({ width: 0, height: 0 })).toBeCloseTo(16 / 9);
});
