import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import type { User } from '@inkling/contracts';
import { ME, SessionProvider } from '../../lib/session';
import { emptyDraft, keepDraft } from './poll-draft';
import type CreatePageType from './create-page';

/** Replaces IndexedDB, which jsdom lacks. */
const kept = new Map<string, { userId: number; savedAt: number; data: unknown }>();
jest.mock('../../lib/offline/kept-store', () => ({
  putKept: async (key: string, userId: number, data: unknown, savedAt: number) =>
    kept.set(key, { userId, savedAt, data }),
  getKept: async (key: string, userId: number) => (kept.get(key)?.userId === userId ? kept.get(key) : null),
  dropKept: async (key: string) => kept.delete(key),
}));
const { default: CreatePage } = jest.requireActual<{ default: typeof CreatePageType }>('./create-page');

const NOOR = { id: 7, name: 'Noor Haddad', username: 'noor', hasCompletedProfile: true } as User;
const mine = { ...emptyDraft(), question: 'Soup tonight?', options: ['Yes', 'No'] };
const picture = () => new File(['GIF89a'], 'soup.png', { type: 'image/png' });

let client: QueryClient;
beforeEach(() => {
  kept.clear();
  localStorage.clear();
  globalThis.fetch = jest.fn(() => new Promise(() => undefined)) as typeof fetch;
  URL.createObjectURL = () => 'blob:soup';
  URL.revokeObjectURL = () => undefined;
  // jsdom loads no pictures, so their size is unknown.
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    configurable: true,
    set(this: HTMLImageElement) {
      queueMicrotask(() => this.onerror?.(''));
    },
  });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(ME, NOOR);
});
afterEach(() => {
  cleanup();
  client.clear();
  delete (HTMLImageElement.prototype as Partial<HTMLImageElement>).src;
});

const open = () =>
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter initialEntries={['/create']}>
          <CreatePage />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
const option = (number: number) => screen.getByRole('textbox', { name: `Option ${number}` });
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish Poll' }));
const wrong = () =>
  screen.getAllByRole('textbox').filter((field) => field.getAttribute('aria-invalid') === 'true').length;
const choosePicture = async (container: HTMLElement) =>
  userEvent.upload(container.querySelector<HTMLInputElement>('input[type="file"]')!, picture());
const chosen = () => screen.findByRole('button', { name: 'Remove media' });

test('an option that is added after a failed attempt is not wrong before anyone has written in it', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Your Question'), 'Soup?');
  await userEvent.type(option(1), 'Yes');
  await publish();
  expect([option(1), option(2)].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true']);
  await userEvent.click(screen.getByRole('button', { name: 'Add Option' }));
  expect([wrong(), option(3).getAttribute('aria-invalid')]).toEqual([1, null]);
  // Two options are filled, whichever they are.
  await userEvent.type(option(3), 'No');
  expect(wrong()).toBe(0);
});

test('an empty option beside two that are filled is left out', async () => {
  keepDraft(7, { ...mine, options: ['Yes', '  ', 'No', ''] });
  let sent: FormData | undefined;
  globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
    if (String(input) === '/api/polls') sent = init.body as FormData;
    return new Promise<Response>(() => undefined);
  }) as unknown as typeof fetch;
  open();
  await publish();
  await waitFor(() => expect(sent?.get('options')).toBe('["Yes","No"]'));
});

test('a draft comes back with its picture', async () => {
  keepDraft(7, mine);
  const { container, unmount } = open();
  await choosePicture(container);
  await chosen();
  unmount();
  open();
  expect(await chosen()).toBeVisible();
  expect(screen.queryByText(/chosen again/)).toBeNull();
  // A removed option stays removed.
  await userEvent.click(await chosen());
  cleanup();
  open();
  await screen.findByText(/^We kept your draft/);
  expect(screen.queryByRole('button', { name: 'Remove media' })).toBeNull();
  expect(screen.queryByText(/chosen again/)).toBeNull();
});

test('a picture that could not be kept is said to be missing, until another is chosen', async () => {
  keepDraft(7, mine);
  const first = open();
  await choosePicture(first.container);
  await chosen();
  first.unmount();
  kept.clear();
  open().unmount();
  const { container } = open();
  expect(await screen.findByText('Its picture or clip could not be kept and has to be chosen again.')).toBeVisible();
  await choosePicture(container);
  await chosen();
  await waitFor(() => expect(screen.queryByText(/chosen again/)).toBeNull());
});

test('a discarded draft takes its picture with it', async () => {
  keepDraft(7, mine);
  const first = open();
  await choosePicture(first.container);
  await chosen();
  first.unmount();
  open();
  await chosen();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(kept.size).toBe(0);
});

test('the form says that votes show as they come', () => {
  open();
  expect(screen.getByText(/^Each vote shows in the counts as it comes\./)).toBeVisible();
});

test('the preview shows Deep Dive only where it is offered', () => {
  open();
  expect(screen.queryByText('Deep Dive')).toBeNull();
  cleanup();
  localStorage.setItem('inkling_deep_dive', 'passages');
  open();
  expect(screen.getByText('Deep Dive')).toBeInTheDocument();
});
