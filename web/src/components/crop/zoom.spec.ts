import { expect, test } from '@jest/globals';
import { stepped } from './zoom';

test('the zoom goes from 1 to 3 in steps of a tenth', () => {
  expect(stepped(0.4)).toBe(1);
  expect(stepped(1.84)).toBeCloseTo(1.8);
  expect(stepped(7)).toBe(3);
});
