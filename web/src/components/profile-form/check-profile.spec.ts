import { expect, test } from '@jest/globals';
import { checkProfile } from './check-profile';

test('empty fields and spaces are refused with a sentence each', () => {
  expect(checkProfile({ name: ' ', username: '' })).toEqual({
    name: 'Name cannot be empty',
    username: 'Username cannot be empty',
  });
  expect(checkProfile({ name: 'Noor', username: 'noor haddad' })).toEqual({
    username: 'Username cannot contain spaces',
  });
  expect(checkProfile({ name: 'Noor', username: ' noor ' })).toEqual({});
});
