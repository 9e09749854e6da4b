import { expect, test } from '@jest/globals';
import { QUESTION_MAX } from '@inkling/contracts/constants';
import { sharedOf } from './shared-poll';

const question = (parts: Record<string, string>) => sharedOf(`?${new URLSearchParams(parts).toString()}`)?.question;

test('title, text and address become the question, each said once', () => {
  expect(question({ text: 'Tea or coffee?' })).toBe('Tea or coffee?');
  expect(question({ title: 'News', text: 'Trams are back', url: 'https://news.example/1' })).toBe(
    'News\nTrams are back\nhttps://news.example/1',
  );
  expect(
    question({ title: 'Trams', text: 'Trams are back https://news.example/1', url: 'https://news.example/1' }),
  ).toBe('Trams are back https://news.example/1');
});

test('an address without a share is empty, and one with a file says whether it arrived', () => {
  expect([sharedOf(''), sharedOf('?text=%20&utm_source=x'), sharedOf('?media=other')]).toEqual([null, null, null]);
  expect(sharedOf('?media=1')).toEqual({ question: '', file: 'here' });
  expect(sharedOf('?text=A&media=large')).toEqual({ question: 'A', file: 'large' });
});

test('a long text is cut between characters', () => {
  const long = question({ text: '👩‍👩‍👧'.repeat(QUESTION_MAX) })!;
  expect(long.length).toBeLessThanOrEqual(QUESTION_MAX);
  expect(long.endsWith('👩‍👩‍👧')).toBe(true);
});
