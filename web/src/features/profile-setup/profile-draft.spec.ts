import { expect, test } from '@jest/globals';
import { usernameFrom } from '../../components/profile-form/username-from';
import { startingProfile } from './profile-draft';

test('the username starts as the one that exists, else as the lowercase name with underscores', () => {
  expect(startingProfile({ name: 'Noor Haddad', username: 'nh' })).toEqual({ name: 'Noor Haddad', username: 'nh' });
  expect(startingProfile({ name: 'Noor  Haddad', username: null })).toEqual({
    name: 'Noor  Haddad',
    username: 'noor_haddad',
  });
});

test('the placeholder name is not offered', () => {
  expect(startingProfile({ name: 'User', username: null })).toEqual({ name: '', username: '' });
});

test('a username made from a name holds only what a username can hold', () => {
  expect(usernameFrom(' Šárka O’Dvořáková ')).toBe('sarka_odvorakova');
  expect(usernameFrom('سارة')).toBe('');
  expect(usernameFrom('x'.repeat(99))).toHaveLength(30);
});
