import { expect, test } from '@jest/globals';
import { changesOf } from './changes';

test('texts that stay the same are no changes', () => {
  expect(changesOf(['a', null], ['a', null])).toEqual([]);
});

test('a changed, a new and a removed text are changes', () => {
  expect(changesOf(['555 0142', 'b', null], ['nobody', 'b', 'c'])).toEqual([
    { before: '555 0142', after: 'nobody' },
    { before: null, after: 'c' },
  ]);
  expect(changesOf(['a', 'b'], ['a'])).toEqual([{ before: 'b', after: null }]);
});
