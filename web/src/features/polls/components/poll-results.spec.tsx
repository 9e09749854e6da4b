import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { hiddenPoll, openPoll } from '../testing/poll-fixture';
import { PollResults, spokenResults } from './poll-results';

const rows = () => screen.getAllByRole('listitem');
const shortClasses = (row: HTMLElement) => row.className.replaceAll('poll-results-', '');
/** The text of an element for a screen reader, without what is hidden from it. */
const spokenText = (element: HTMLElement) => {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent;
};

describe('PollResults', () => {
  it('says option, percent, votes and own choice in each row', () => {
    render(<PollResults poll={openPoll(1, [744, 539], { userVote: 0 })} entering={false} />);
    expect(rows().map(spokenText)).toEqual(['Yes, 58%, 744 votes, your vote', 'No, 42%, 539 votes']);
    expect(rows().map(shortClasses)).toEqual(['row is-lead is-mine', 'row']);
  });

  it('marks a full and an empty bar, and draws no boxes for someone who has not voted', () => {
    const { container } = render(<PollResults poll={openPoll(1, [1, 0])} entering={false} />);
    expect(rows().map(spokenText)).toEqual(['Yes, 100%, 1 vote', 'No, 0%, 0 votes']);
    expect(rows().map(shortClasses)).toEqual(['row is-lead is-full', 'row is-zero']);
    expect(container.querySelector('.box')).toBeNull();
  });

  it('keeps the rows, with the tick drawn, until the counts arrive', () => {
    const { container } = render(<PollResults poll={hiddenPoll(1, { userVote: 1 })} entering={false} />);
    expect(rows().map(spokenText)).toEqual(['Yes', 'No, your vote']);
    expect(container.querySelector('.res-bar')).toBeNull();
    expect(container.querySelectorAll('.tick')).toHaveLength(1);
  });

  it('names every leader of a tie, and says nothing of one where there is a winner or no vote', () => {
    const sentences = (...votes: [number, number]) => {
      const { container, unmount } = render(<PollResults poll={openPoll(1, votes)} entering={false} />);
      const said = [...container.querySelectorAll('.poll-results-tie')].map((line) => line.textContent);
      unmount();
      return said;
    };
    expect(sentences(118, 118)).toEqual(['A tie. Yes and No have 118 votes each.']);
    expect(sentences(1, 1)).toEqual(['A tie. Yes and No have 1 vote each.']);
    expect([sentences(2, 1), sentences(0, 0)]).toEqual([[], []]);
    expect(spokenResults(openPoll(1, [2, 2]))).toBe(
      'Results: Yes, 50%, 2 votes. No, 50%, 2 votes. A tie. Yes and No have 2 votes each.',
    );
  });

  it('runs from the right for a right-to-left script', () => {
    const poll = openPoll(1, [1, 2]);
    const { container } = render(
      <PollResults
        poll={{
          ...poll,
          options: [
            { text: 'نعم', votes: 1 },
            { text: 'لا', votes: 2 },
          ],
        }}
        entering={false}
      />,
    );
    expect(container.querySelector('ol')?.getAttribute('dir')).toBe('rtl');
  });

  it('announces the whole result as one sentence', () => {
    expect(spokenResults(openPoll(1, [3, 1], { userVote: 1 }))).toBe(
      'Results: Yes, 75%, 3 votes. No, 25%, 1 vote, your vote',
    );
  });
});
