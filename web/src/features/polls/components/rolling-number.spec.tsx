import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { RollingNumber } from './rolling-number';

const reduceMotion = (reduce: boolean) => {
  window.matchMedia = ((query: string) => ({
    matches: reduce && query.includes('reduced-motion'),
    addEventListener() {},
    removeEventListener() {},
  })) as unknown as typeof matchMedia;
};
const { matchMedia } = window;

beforeEach(() => {
  jest.useFakeTimers();
  reduceMotion(false);
});
afterEach(() => {
  // Lets turns under way finish.
  act(() => jest.runOnlyPendingTimers());
  jest.useRealTimers();
  window.matchMedia = matchMedia;
});

it('turns only the digits that have changed, says only the new count, and rests as plain text', () => {
  const { container, rerender } = render(<RollingNumber value={1_299} />);
  expect(container.innerHTML).toBe('1,299');
  rerender(<RollingNumber value={1_309} />);
  expect(container.textContent).toBe('1,309');
  expect(
    [...container.querySelectorAll('.rolling-number-turn')].map((turn) => [
      turn.getAttribute('data-old'),
      turn.textContent,
    ]),
  ).toEqual([
    ['2', '3'],
    ['9', '0'],
  ]);
  act(() => jest.advanceTimersByTime(400));
  expect(container.innerHTML).toBe('1,309');
});

it('lines up counts of different length at their units', () => {
  const { container, rerender } = render(<RollingNumber value={9} />);
  rerender(<RollingNumber value={10} />);
  expect([...container.querySelectorAll('.rolling-number-turn')].map((turn) => turn.getAttribute('data-old'))).toEqual([
    '',
    '9',
  ]);
  rerender(<RollingNumber value={8} />);
  expect(container.querySelector('.rolling-number-number')?.className).toContain('is-down');
  expect(container.textContent).toBe('8');
});

it('follows a count that changes all the time', () => {
  const { container, rerender } = render(<RollingNumber value={1} />);
  for (let count = 2; count < 12; count += 1) {
    rerender(<RollingNumber value={count} />);
    expect(container.textContent).toBe(String(count));
    act(() => jest.advanceTimersByTime(250));
  }
  act(() => jest.advanceTimersByTime(400));
  expect(container.innerHTML).toBe('11');
});

it('does not move for someone who wants no motion', () => {
  reduceMotion(true);
  const { container, rerender } = render(<RollingNumber value={1} entering />);
  expect(container.innerHTML).toBe('1');
  rerender(<RollingNumber value={2} />);
  expect(container.innerHTML).toBe('2');
});
