import { describe, expect, test } from '@jest/globals';
import { liftOf, type Box } from './toast-place';

const box = (top: number, bottom: number, left = 0, right = 390): Box => ({ top, bottom, left, right });
const message = box(700, 760, 16, 374);

describe('the place of a message', () => {
  test('is the usual one where nothing can be tapped', () => {
    expect(liftOf(message, [], 80)).toBe(0);
    expect(liftOf(message, [box(780, 844), box(600, 690)], 80)).toBe(0);
  });

  test('is above a row of actions that it would cover', () => {
    expect(liftOf(message, [box(720, 764, 20, 80), box(720, 764, 90, 150)], 80)).toBe(48);
  });

  test('is above everything that is in the way, one thing over another', () => {
    const options = [box(500, 552), box(560, 612), box(620, 672), box(680, 732)];
    expect(liftOf(message, options, 80)).toBe(268);
  });

  test('is between two things where it fits', () => {
    expect(liftOf(message, [box(740, 784), box(560, 612)], 80)).toBe(28);
  });

  test('is where it covers the least when it would have to go over the ceiling', () => {
    expect(liftOf(message, [box(80, 690), box(750, 844)], 80)).toBe(18);
    expect(liftOf(message, [box(0, 844)], 80)).toBe(0);
  });

  test('does not mind what lies beside it', () => {
    expect(liftOf(box(700, 760, 400, 800), [box(700, 760, 0, 390)], 80)).toBe(0);
  });
});
