import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { User } from '@inkling/contracts';
import { ME, SessionProvider } from '../../lib/session';
import CreatePage from './create-page';
import { emptyDraft, keepDraft, recoverDraft } from './poll-draft';

const NOOR = { id: 7, name: 'Noor Haddad', username: 'noor', hasCompletedProfile: true } as User;
const mine = { ...emptyDraft(), question: 'Soup tonight?' };
const kept = () => recoverDraft(7)?.draft.question;

let client: QueryClient;
beforeEach(() => {
  localStorage.clear();
  globalThis.fetch = jest.fn(() => new Promise(() => undefined)) as typeof fetch;
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(ME, NOOR);
});
afterEach(() => {
  cleanup();
  client.clear();
});

const open = (address: string) =>
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter initialEntries={[address]}>
          <CreatePage />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );

test('a link with words in it does not cost the draft, until someone writes on', async () => {
  keepDraft(7, mine);
  open('/create?text=Buy+this');
  const question = screen.getByLabelText<HTMLTextAreaElement>('Your Question');
  expect([question.value, kept()]).toEqual(['Buy this', 'Soup tonight?']);
  await userEvent.type(question, '!');
  expect(kept()).toBe('Buy this!');
  await userEvent.click(screen.getByRole('button', { name: 'Back to my draft' }));
  expect([question.value, kept()]).toEqual(['Soup tonight?', 'Soup tonight?']);
});

test('what is shared is kept at once where nothing gave way to it', () => {
  open('/create?text=Buy+this');
  expect(kept()).toBe('Buy this');
});
