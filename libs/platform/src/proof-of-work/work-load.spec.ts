import { expect, it } from '@jest/globals';
import { WorkLoad } from './work-load.js';

const times = (count: number, make: () => number): number[] => Array.from({ length: count }, make);

it('twenty challenges of a network cost the usual work, the next twenty twice as much, up to sixteen times', () => {
  const load = new WorkLoad();
  expect(new Set(times(20, () => load.next('198.51.100.1')))).toEqual(new Set([1]));
  expect(new Set(times(20, () => load.next('198.51.100.1')))).toEqual(new Set([2]));
  expect(times(1_000, () => load.next('198.51.100.1')).at(-1)).toBe(16);
  expect(load.next('198.51.100.2')).toBe(1);
});

it('an hour after the first of them the work is the usual one again', () => {
  let now = 0;
  const load = new WorkLoad(() => now);
  times(40, () => load.next('198.51.100.1'));
  now = 3_599_999;
  expect(load.next('198.51.100.1')).toBe(3);
  now = 3_600_000;
  expect(load.next('198.51.100.1')).toBe(1);
});

it('addresses of one IPv6 customer count together, and a block of many customers has more', () => {
  const load = new WorkLoad();
  times(20, () => load.next('2001:db8:1:100::1'));
  expect(load.next('2001:db8:1:1ff::2')).toBe(2);
  expect(load.next('2001:db8:1:200::1')).toBe(1);
});
