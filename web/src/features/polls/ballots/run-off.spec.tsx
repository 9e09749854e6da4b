import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { PollRounds } from '@inkling/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPoll } from '../testing/poll-fixture';
import { BallotResults } from './ballot-results';

const STREET: PollRounds = {
  rounds: [
    { counts: [44, 41, 24, 15], out: 3, exhausted: 0, moved: [0, 0, 0, 0] },
    { counts: [46, 48, 29, null], out: 2, exhausted: 1, moved: [2, 7, 5, 0] },
    { counts: [55, 65, null, null], out: null, exhausted: 4, moved: [9, 17, 0, 0] },
  ],
  winner: 1,
  condorcet: 1,
  voters: 124,
};
const MEAL = ['Paella', 'Dosa', 'Everyone brings one', 'Soup'];
const original = globalThis.fetch;
let answer: () => Promise<Response>;
beforeEach(() => {
  globalThis.fetch = jest.fn(() => answer()) as unknown as typeof fetch;
});
afterEach(() => {
  cleanup();
  globalThis.fetch = original;
});

const show = (counted: PollRounds) => {
  answer = () => Promise.resolve(Response.json(counted));
  const votes = counted.rounds[0]?.counts.map((count) => count ?? 0) ?? [0, 0, 0, 0];
  const poll = openPoll(1, votes, {
    method: 'ranked',
    maxChoices: 4,
    options: MEAL.map((text, index) => ({ text, votes: votes[index]! })),
    winner: counted.winner ?? undefined,
    endDate: '2026-11-20T00:00:00.000Z',
  });
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BallotResults poll={poll} ended entering={false} still heading="h2" />
    </QueryClientProvider>,
  ).container;
};
const winnerText = async () => (await screen.findByText(/wins$/, { selector: 'b' })).closest('p')!.textContent;

test('the winner leads, also when another option had more first choices', async () => {
  const container = show(STREET);
  expect(await winnerText()).toBe(
    'Dosa winsin round 3, with 65 of the 120 votes still counting. It would also beat every other option one against one.',
  );
  expect(container.querySelector('.poll-results-is-lead')).toHaveTextContent('winner of the run-off');
  expect(container.querySelectorAll('.poll-results-is-lead')).toHaveLength(1);
});

test('its rounds are a table, also while the chart is shown', async () => {
  show(STREET);
  const table = await screen.findByRole('table', { name: 'Votes in each round; in brackets, how many came over' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['Option', 'Round 1', 'Round 2', 'Round 3'],
    ['Dosa', '41', '48 (+7)', '65 (+17)'],
    ['Paella', '44', '46 (+2)', '55 (+9)'],
    ['Everyone brings one', '24', '29 (+5)', 'out'],
    ['Soup', '15', 'out', '–'],
    ['No choice left', '0', '1', '4'],
  ]);
  const ways = screen.getByRole('group', { name: 'Show the run-off as' });
  expect(within(ways).getByRole('button', { name: 'Chart' })).toHaveAttribute('aria-pressed', 'true');
  expect(table.closest('.vh')).not.toBeNull();
  await userEvent.click(within(ways).getByRole('button', { name: 'Table' }));
  expect(screen.getByRole('table').closest('.vh')).toBeNull();
  expect(document.querySelector('.run-off-rounds')).toBeNull();
});

test('it names the option that would win all pairs, where that is another one', async () => {
  show({ ...STREET, condorcet: 2 });
  expect(await winnerText()).toMatch(/one against one, Everyone brings one would beat each of the others\.$/);
});

test('it says how equal last places are decided, where there were some', async () => {
  show({
    ...STREET,
    rounds: [{ counts: [44, 41, 20, 20], out: 3, exhausted: 0, moved: [0, 0, 0, 0] }, ...STREET.rounds.slice(1)],
  });
  await screen.findByText(/at last a lot decides/);
});

test('without a vote nothing wins', async () => {
  const container = show({ rounds: [], winner: null, condorcet: null, voters: 0 });
  await screen.findByText('Nobody voted, so nothing won.');
  expect([container.querySelector('.poll-results-is-lead'), screen.queryByRole('table')]).toEqual([null, null]);
});

test('rounds that could not be read can be read again', async () => {
  answer = () => Promise.resolve(Response.json({ message: 'Away.', code: 'unavailable' }, { status: 503 }));
  const poll = openPoll(2, [1, 0], { method: 'ranked', maxChoices: 2, endDate: '2026-11-20T00:00:00.000Z' });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BallotResults poll={poll} ended entering={false} still heading="h2" />
    </QueryClientProvider>,
  );
  await screen.findByText(/The run-off could not be loaded\./);
  answer = () => Promise.resolve(Response.json(STREET));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table');
});
