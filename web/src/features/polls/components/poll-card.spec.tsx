import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Poll, User } from '@inkling/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DELETED_USER_ID } from '@inkling/contracts/constants';
import { MemoryRouter } from 'react-router';
import { ME, SessionProvider } from '../../../lib/session';
import { hiddenPoll, openPoll } from '../testing/poll-fixture';
import { PollCard } from './poll-card';

const NOOR: User = {
  id: 7,
  name: 'Noor Haddad',
  username: 'noor',
  email: 'noor@haddad.example',
  emailVerified: false,
  role: 'member',
  profilePicture: null,
  hasCompletedProfile: true,
  followersCount: 0,
  followingCount: 0,
  pollsCount: 0,
};
const original = globalThis.fetch;
let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(ME, null);
  globalThis.fetch = jest.fn(() => new Promise<Response>(() => undefined)) as unknown as typeof fetch;
});
afterEach(() => {
  cleanup();
  client.clear();
  globalThis.fetch = original;
});

const card = (poll: Poll) =>
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter>
          <PollCard poll={poll} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  ).container;

/** The language of an element's text: its own `lang`, or that of an element around it on the card. */
const languageOf = (text: string) => screen.getByText(text).closest('article [lang]')?.getAttribute('lang');

describe('The words of a poll', () => {
  const part = { question: 'Bahn oder Flug?', language: 'de' };

  it('are in the language of the poll, on a card to vote on and on one with results', () => {
    card(hiddenPoll(1, part));
    expect(['Bahn oder Flug?', 'Yes', 'No'].map(languageOf)).toEqual(['de', 'de', 'de']);
    cleanup();
    const results = card(openPoll(1, [3, 1], { ...part, userVote: 0 }));
    expect(['Bahn oder Flug?', 'Yes', 'No'].map(languageOf)).toEqual(['de', 'de', 'de']);
    expect(results.querySelector('ol')?.closest('article [lang]')).toBeNull();
  });

  it.each([null, undefined])('are in the language of the page when their own is %s', (language) => {
    expect(card(hiddenPoll(1, { ...part, language })).querySelector('[lang]')).toBeNull();
  });

  it('run from the right in Arabic', () => {
    card(hiddenPoll(1, { question: 'قطار أم طائرة؟', options: [{ text: 'قطار' }, { text: 'طائرة' }], language: 'ar' }));
    for (const text of ['قطار أم طائرة؟', 'قطار', 'طائرة']) {
      const words = screen.getByText(text).closest('[dir]');
      expect([words?.getAttribute('dir'), words?.getAttribute('lang')]).toEqual(['rtl', 'ar']);
    }
  });
});

describe('The menu of a poll whose author has left', () => {
  const left = { userId: DELETED_USER_ID, user: null };
  const menu = () => screen.queryByRole('button', { name: 'More about this poll' });
  const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.trim());

  it('offers the result at the end and without a vote, to people who are signed in', async () => {
    card(hiddenPoll(1, left));
    expect(menu()).toBeNull();
    cleanup();
    client.setQueryData(ME, NOOR);
    card(hiddenPoll(1, left));
    await userEvent.click(menu()!);
    expect(entries()).toEqual([
      'Tell me the result When the poll ends',
      'See results without voting Gives up your vote, asks first',
    ]);
    cleanup();
    card(openPoll(1, [3, 1], { ...left, userAbstained: true, userReminded: true }));
    await userEvent.click(menu()!);
    expect(entries()).toEqual(['Don’t tell me the result']);
  });

  it('is not there after a vote or the end', () => {
    client.setQueryData(ME, NOOR);
    card(openPoll(1, [3, 1], { ...left, userVote: 0 }));
    expect(menu()).toBeNull();
    cleanup();
    card(openPoll(1, [3, 1], { ...left, endDate: '2020-01-01T00:00:00.000Z' }));
    expect(menu()).toBeNull();
  });
});
