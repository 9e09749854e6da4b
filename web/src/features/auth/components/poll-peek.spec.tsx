import '@testing-library/jest-dom/jest-globals';
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { SentPollPreview } from '@inkling/contracts';
import { render, screen } from '@testing-library/react';
import { WaitingVote } from '../../../components/waiting-vote/waiting-vote';
import { keepPendingVote } from '../../../lib/pending-vote/pending-vote';
import '../../../lib/i18n/poll-strings';
import { PollPeek } from './poll-peek';

const ARABIC: SentPollPreview = {
  id: 7,
  question: 'متى تقرأ؟',
  options: [{ text: 'صباحًا' }, { text: 'ليلًا' }],
  media: null,
  mediaInfo: null,
  endDate: null,
  createdAt: '2026-11-22T00:00:00.000Z',
  user: null,
  votesCount: 3,
  resultsVisible: false,
} as unknown as SentPollPreview;

/** The element with `dir="auto"` must contain the text directly: the browser skips what is inside a `bdi`. */
const directedBy = (text: string) => {
  const written = screen.getByText(text);
  expect(written.closest('bdi')).toBeNull();
  return written.closest('[dir]');
};

beforeEach(() => localStorage.clear());

test('boxes of options that run from right to left stand at their right', () => {
  render(<PollPeek poll={ARABIC} focused={false} onChoose={jest.fn()} />);
  expect(directedBy('صباحًا')).toBe(screen.getByRole('group'));
  expect(screen.getByRole('group')).toHaveAttribute('dir', 'auto');
});

test('its words are in its own language, where that is known', () => {
  const { rerender } = render(<PollPeek poll={{ ...ARABIC, language: 'ar' }} focused={false} onChoose={jest.fn()} />);
  for (const words of [screen.getByRole('heading'), screen.getByRole('group')])
    expect(words).toHaveAttribute('lang', 'ar');
  rerender(<PollPeek poll={ARABIC} focused={false} onChoose={jest.fn()} />);
  expect(screen.getByRole('heading')).not.toHaveAttribute('lang');
});

test('and so does the box of the choice that waits', () => {
  keepPendingVote({ pollId: 7, choices: [1], optionText: 'ليلًا', question: 'متى تقرأ؟' });
  const { container } = render(<WaitingVote change />);
  expect(directedBy('ليلًا')).toBe(container.querySelector('.waiting-vote-choice[dir="auto"]'));
});
