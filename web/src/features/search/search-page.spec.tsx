import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { hitPart, hitWords } from './model/highlight';
import SearchPage from './search-page';

const original = globalThis.fetch;
let calls: string[];
let found: { users: object[]; polls: object[] };
const json = (body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } }));

beforeEach(() => {
  calls = [];
  found = { users: [], polls: [{ id: 9, question: 'Night train or flight?', votesCount: 612 }] };
  globalThis.fetch = jest.fn((path: unknown, init: RequestInit = {}) => {
    calls.push(`${init.method} ${String(path)}`);
    if (init.method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }));
    if (String(path).includes('/recent')) return json([{ id: 1, query: 'olena' }]);
    if (String(path).includes('/topics')) return json(['#nighttrains']);
    return json(found);
  }) as unknown as typeof fetch;
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = original;
});

function open(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <SearchPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const searches = () =>
  calls.filter((call) => call.includes('/api/search?')).map((call) => decodeURIComponent(call.split('q=')[1] ?? ''));

test('typing is one search, half a second after the last key, from two characters on', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  open('/search');
  const field = screen.getByPlaceholderText('Search polls, users, topics...');
  await user.type(field, 't');
  await wait(1_000);
  expect(screen.getByText('Recent Searches')).toBeInTheDocument();
  await user.type(field, 'rain');
  await wait(499);
  expect(searches()).toEqual([]);
  await wait(1);
  expect(await screen.findByText('612 votes')).toBeInTheDocument();
  expect(searches()).toEqual(['train']);
  expect(screen.getByText('train', { selector: 'mark' })).toBeInTheDocument();
});

test('one character gets a hint, which goes with the second', async () => {
  open('/search');
  const field = await screen.findByPlaceholderText('Search polls, users, topics...');
  expect(screen.queryByText('Type at least 2 characters.')).toBeNull();
  await userEvent.type(field, 't');
  expect(screen.getByText('Type at least 2 characters.')).toBeInTheDocument();
  expect(field).toHaveAccessibleDescription('Type at least 2 characters.');
  await userEvent.type(field, 'r');
  await waitFor(() => expect(screen.queryByText('Type at least 2 characters.')).toBeNull());
});

test('a recent search and a topic fill the field and search at once', async () => {
  open('/search');
  await userEvent.click(await screen.findByRole('button', { name: 'olena' }));
  expect(screen.getByPlaceholderText('Search polls, users, topics...')).toHaveValue('olena');
  await screen.findByText('612 votes');
  expect(searches()).toEqual(['olena']);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await userEvent.click(await screen.findByRole('button', { name: '#nighttrains' }));
  await screen.findByText('612 votes');
  expect(searches()).toEqual(['olena', '#nighttrains']);
});

test('a recent search can be deleted', async () => {
  open('/search');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete olena' }));
  await waitFor(() => expect(screen.queryByText('olena')).toBeNull());
  await waitFor(() => expect(calls).toContain('DELETE /api/search/recent/1'));
});

test('without a connection nothing is suggested: it says so, and tries again', async () => {
  const answer = globalThis.fetch;
  globalThis.fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch;
  open('/search');
  expect(await screen.findByText('Connection issue')).toBeInTheDocument();
  expect(screen.queryByText('#Election2023')).toBeNull();
  globalThis.fetch = answer;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: '#nighttrains' })).toBeInTheDocument();
});

test('where search is away, the page says so and not that the connection is at fault', async () => {
  const answer = globalThis.fetch;
  globalThis.fetch = (() =>
    Promise.resolve(Response.json({ code: 'unavailable', message: 'x' }, { status: 503 }))) as typeof fetch;
  open('/search');
  expect(await screen.findByText('Search is not available right now.')).toBeInTheDocument();
  expect(screen.queryByText('Connection issue')).toBeNull();
  globalThis.fetch = answer;
});

test('where nobody has searched or asked anything, the two topics of the empty page are suggested', async () => {
  globalThis.fetch = (() => json([])) as unknown as typeof fetch;
  open('/search');
  expect(await screen.findByRole('button', { name: '#Election2023' })).toBeInTheDocument();
});

test('nothing found says so, and the link clears the search', async () => {
  found = { users: [], polls: [] };
  open('/search?q=xyz');
  expect(await screen.findByText('No results found')).toBeInTheDocument();
  expect(screen.getByText('We couldn\'t find any matches for "xyz"')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('Trending Topics')).toBeInTheDocument();
});

test('hits are words that begin with the query, whatever their accents; in names any part', () => {
  const hits = (pieces: { text: string; hit: boolean }[]) => pieces.filter(({ hit }) => hit).map(({ text }) => text);
  expect(hits(hitWords('Should trains restrain a Träin?', 'train'))).toEqual(['trains', 'Träin']);
  expect(
    hitWords('a.b', 'x')
      .map(({ text }) => text)
      .join(''),
  ).toBe('a.b');
  expect(hits(hitPart('night.train', '@TRAIN'))).toEqual(['train']);
  expect(hits(hitPart('noor', ''))).toEqual([]);
});
