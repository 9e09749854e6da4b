import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Poll, PollStatistics } from '@inkling/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hiddenPoll, openPoll } from '../testing/poll-fixture';
import { shareText, Statistics } from './statistics-sheet';
import { placesOf } from './totals-chart';

const original = globalThis.fetch;
let answer: () => Promise<Response>;
beforeEach(() => {
  globalThis.fetch = jest.fn(() => answer()) as unknown as typeof fetch;
});
afterEach(() => {
  cleanup();
  globalThis.fetch = original;
});

const HOURS = [
  { at: '2026-11-20T10:20:00.000Z', votes: 0 },
  { at: '2026-11-20T12:00:00.000Z', votes: 1_000 },
  { at: '2026-11-20T14:20:00.000Z', votes: 1_234 },
];
const counted = (part: Partial<PollStatistics> = {}): PollStatistics => ({
  pollId: 1,
  ended: false,
  sealed: false,
  votesCount: 1_234,
  abstentionsCount: 0,
  totals: { step: 'hour', points: HOURS },
  views: { page: 0, feed: 1_500 },
  commenters: { people: 40, least: 0, most: 4 },
  ...part,
});
function show(statistics: PollStatistics | null, poll: Poll = openPoll(1, [700, 534])): void {
  const away = { message: 'Not now.', code: 'unavailable' };
  answer = () => Promise.resolve(statistics ? Response.json(statistics) : Response.json(away, { status: 503 }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <Statistics poll={poll} />
    </QueryClientProvider>,
  );
}
const part = (name: string) => screen.findByRole('region', { name });

test('the sheet says totals over time as a table', async () => {
  show(counted({ abstentionsCount: 2 }));
  expect(await part('Votes over time')).toHaveTextContent(/1,234 votes2 abstained/);
  const rows = within(screen.getByRole('table', { name: 'Votes up to each point in time' })).getAllByRole('row');
  expect(rows.map((row) => within(row).queryByRole('cell')?.textContent)).toEqual([undefined, '1,000', '1,234']);
});

test('it says views in steps, and the share of voters who commented as a range', async () => {
  show(counted());
  expect(await part('Views')).toHaveTextContent(/Page loadedfewer than 5Shown in listsat least 1,500/);
  expect(await part('Voters who commented')).toHaveTextContent(/^Voters who commentedat most 4%40 people have/);
  expect(shareText({ least: 35, most: 35 })).toBe('35%');
  expect(shareText({ least: 0, most: 100 })).toBe('Not told');
  expect(shareText({ least: 24, most: 30 })).toBe('24% to 30%');
  expect(shareText({ least: 70, most: 100 })).toBe('at least 70%');
});

test('of a sealed poll it has neither, and says why', async () => {
  show(counted({ sealed: true, totals: null, commenters: null }));
  expect(await part('Votes over time')).toHaveTextContent('The times of votes are not stored for a sealed poll');
  expect(await part('Voters who commented')).toHaveTextContent('Not for a sealed poll');
  expect(screen.queryByRole('table')).toBeNull();
});

test('downloads wait until the results can be seen', async () => {
  show(counted(), hiddenPoll(1));
  expect(await part('Download the results')).toHaveTextContent(/once you have voted/);
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
});

test('a failure can be tried again', async () => {
  show(null);
  expect(await screen.findByRole('alert')).toHaveTextContent('Statistics cannot be loaded');
  answer = () => Promise.resolve(Response.json(counted()));
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button'));
  expect(await part('Views')).toBeVisible();
});

test('the curve is as wide as the time and as high as the total', () => {
  expect(placesOf({ points: HOURS })).toEqual([
    { x: 0, y: 100 },
    { x: expect.closeTo(41.67, 2), y: expect.closeTo(18.96, 2) },
    { x: 100, y: 0 },
  ]);
  expect(placesOf({ points: [HOURS[0]!, HOURS[0]!] })).toEqual([
    { x: 0, y: 100 },
    { x: 0, y: 100 },
  ]);
});
