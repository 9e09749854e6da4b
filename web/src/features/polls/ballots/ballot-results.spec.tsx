import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { Poll, User } from '@inkling/contracts';
import { rememberChoices } from '../../../lib/sealed-choices';
import { storeUser } from '../../../lib/storage';
import { hiddenPoll, openPoll } from '../testing/poll-fixture';
import { BallotResults } from './ballot-results';

const client = new QueryClient();
const show = (
  poll: Poll,
  { ended = false, entering = false, order }: { ended?: boolean; entering?: boolean; order?: number[] } = {},
) =>
  render(
    <QueryClientProvider client={client}>
      <BallotResults poll={poll} order={order} ended={ended} entering={entering} still={!entering} heading="h2" />
    </QueryClientProvider>,
  ).container;
const spokenText = (element: HTMLElement) => {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent;
};
const rows = () => screen.getAllByRole('listitem').map(spokenText);
const said = () => [...document.querySelectorAll('[data-announcer] p')].map((sentence) => sentence.textContent);
const lines = (container: HTMLElement) => [...container.querySelectorAll('p')].map(({ textContent }) => textContent);

beforeEach(() => {
  localStorage.clear();
  storeUser({ id: 7, name: 'Noor' } as User);
  document.querySelector('[data-announcer]')?.remove();
});
afterEach(cleanup);

describe('the result of several choices', () => {
  it('has percentages of voters, and says so', () => {
    const poll = openPoll(1, [252, 198], {
      method: 'multiple',
      maxChoices: 2,
      votesCount: 413,
      userVoted: true,
      userChoices: [0, 1],
    });
    const container = show(poll);
    expect(rows()).toEqual(['Yes, 61%, 252 votes, your vote', 'No, 48%, 198 votes, your vote']);
    expect(container.querySelectorAll('.tick')).toHaveLength(2);
    expect(lines(container)).toEqual([
      'Percentages are of voters, who could choose more than one option, so they can add up to more than 100.',
    ]);
  });
});

describe('the result of a ranked poll', () => {
  const poll = openPoll(1, [31, 29, 17], { method: 'ranked', maxChoices: 3, userVoted: true, userChoices: [1, 0] });

  it('shows first choices and the own numbers while it is open', () => {
    const container = show(poll);
    expect(rows()).toEqual([
      'Yes, 40%, 31 votes as first choice, your number 2',
      'No, 38%, 29 votes as first choice, your number 1',
      'Maybe, 22%, 17 votes as first choice',
    ]);
    expect(lines(container)).toEqual([
      'First choices so far. Second and later choices count in the run-off, when the poll ends.',
    ]);
  });
});

describe('the result of a quiz', () => {
  const answered = (choice: number) =>
    openPoll(1, [3, 1], { userVote: choice, quiz: { answer: 0, explanation: 'Venus turns slowly.' } });

  it('says the verdict first, then the answer and why', () => {
    const container = show(answered(1), { entering: true });
    expect(lines(container)).toEqual(['Not this time75% got it', 'Venus turns slowly.']);
    expect(rows()).toEqual([
      'YesRight answer, 75%, 3 votes, right answer',
      'NoYour answer, 25%, 1 vote, wrong, your vote',
    ]);
    expect(said()).toEqual([
      'Not this time. Results: Yes, 75%, 3 votes, right answer. No, 25%, 1 vote, wrong, your vote',
    ]);
    expect(screen.getByRole('heading', { name: 'Why' })).toBeVisible();
    cleanup();
    expect(lines(show(answered(0)))[0]).toBe('That’s right75% got it');
  });

  it('gives somebody who has not answered no verdict', () => {
    const container = show({ ...answered(0), userVoted: false, userVote: null, userChoices: null }, { ended: true });
    expect(lines(container)).toEqual(['Venus turns slowly.']);
    expect(rows()[0]).toBe('YesRight answer, 75%, 3 votes, right answer');
  });
});

describe('the result of a sealed poll', () => {
  const sealed = (part: Partial<Poll> = {}) =>
    openPoll(5, [35, 25], { sealed: true, votesCount: 62, countedVotes: 60, userVoted: true, ...part });

  it('shows the choice on the device that remembers it, to that account only', () => {
    rememberChoices(5, [0]);
    expect(lines(show(sealed()))[0]).toBe('You voted. Only this device remembers what.');
    expect(rows()[0]).toBe('Yes, 58%, 35 votes, your vote');
    cleanup();
    storeUser({ id: 8, name: 'Ines' } as User);
    const container = show(sealed());
    expect(lines(container)).toEqual([
      'You voted. We don’t know what; the device you voted on does.',
      'Shares move in groups of five votes or more, so that no single vote shows.',
    ]);
    expect([rows()[0], container.querySelector('.tick')]).toEqual(['Yes, 58%, 35 votes', null]);
  });

  it('has dashes, never 0 %, before the first group', () => {
    rememberChoices(5, [1]);
    const waiting = sealed({
      votesCount: 3,
      countedVotes: 0,
      options: [
        { text: 'Yes', votes: 0 },
        { text: 'No', votes: 0 },
      ],
    });
    const container = show(waiting, { entering: true });
    expect(rows()).toEqual(['Yes, not counted yet', 'No, not counted yet, your vote']);
    expect([...container.querySelectorAll('.res-pct')].map(({ textContent }) => textContent)).toEqual(['–', '–']);
    expect(lines(container).at(-1)).toBe(
      '3 votes are in. Shares show in groups of five votes or more, one group late.',
    );
    expect(said()).toEqual(['3 votes are in.']);
  });

  it('has all counts at the end', () => {
    const container = show(
      sealed({
        votesCount: 3,
        countedVotes: 3,
        options: [
          { text: 'Yes', votes: 3 },
          { text: 'No', votes: 0 },
        ],
      }),
      { ended: true },
    );
    expect(rows()).toEqual(['Yes, 100%, 3 votes', 'No, 0%, 0 votes']);
    expect(lines(container)).toEqual(['You voted. We don’t know what; the device you voted on does.']);
  });
});

describe('somebody who gave up the vote', () => {
  it('sees the result without boxes, and that they looked', () => {
    const container = show({ ...openPoll(1, [2, 1]), userAbstained: true });
    expect([lines(container), container.querySelector('.box')]).toEqual([['You looked without voting.'], null]);
  });
});

describe('rows in an order of the viewer’s own', () => {
  it('keep their options', () => {
    show(openPoll(1, [2, 1, 5], { quiz: {} }), { order: [2, 0, 1] });
    expect(rows()).toEqual(['Maybe, 63%, 5 votes', 'Yes, 25%, 2 votes', 'No, 13%, 1 vote']);
  });
});

it('waits for counts with the choices drawn', () => {
  show(hiddenPoll(1, { method: 'multiple', maxChoices: 2, userVoted: true, userChoices: [1] }));
  expect(screen.getByRole('list')).toHaveAttribute('aria-busy', 'true');
});
