import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import type { PublicUser } from '@inkling/contracts';
import { ProfileHead } from './profile-head';

const noor: PublicUser = {
  id: 7,
  name: 'Noor Haddad',
  username: 'noor',
  profilePicture: null,
  hasCompletedProfile: true,
  pollsCount: 1,
  followersCount: 1_283,
  followingCount: 0,
};
const counts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const open = (user: PublicUser) =>
  render(
    <MemoryRouter>
      <ProfileHead user={user} />
    </MemoryRouter>,
  );

test('a profile says its counts', () => {
  open(noor);
  expect(counts()).toEqual(['1 Poll', '1,283 Followers', '0 Following']);
});

test('a count that is not known is a dash, and said in words to those who do not see it', () => {
  open({ ...noor, followersCount: null, followingCount: null });
  expect(counts()[0]).toBe('1 Poll');
  expect(screen.getByRole('link', { name: 'Not known right now: Followers' })).toHaveTextContent(/^–/);
  expect(screen.getByRole('link', { name: 'Not known right now: Following' })).toBeInTheDocument();
});
