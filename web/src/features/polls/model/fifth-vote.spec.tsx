import { beforeEach, expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { noteVote, useFifthVote } from './fifth-vote';

beforeEach(() => localStorage.clear());

test('every fifth vote completes a tally mark, on the poll that it was cast on', () => {
  const { result } = renderHook(() => [14, 15, 20].map((id) => useFifthVote(id)));
  for (let id = 11; id <= 14; id += 1) act(() => noteVote(id));
  expect(result.current).toEqual([false, false, false]);
  act(() => noteVote(15));
  expect(result.current).toEqual([false, true, false]);
  for (let id = 16; id <= 20; id += 1) act(() => noteVote(id));
  expect(result.current).toEqual([false, true, true]);
});

test('what is kept is a count alone', () => {
  noteVote(42);
  expect({ ...localStorage }).toEqual({ inkling_votes_cast: '1' });
});
