import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Poll, SentPollPreview } from '@inkling/contracts';
import { switchTakeBack } from '../../../lib/take-back';
import { HOLD_MS } from '../model/held-votes';
import { hiddenPoll } from '../testing/poll-fixture';
import { BallotForm } from './ballot-form';
import OpenBallot from './open-ballot';

const OPTIONS = ['Paella', 'Dosa', 'Soup', 'Bread'];
let id = 0;
/** Each poll is another one: choices that are not sent are kept by poll. */
const ballot = (part: Partial<Poll>): Poll => hiddenPoll(++id, { options: OPTIONS.map((text) => ({ text })), ...part });
const multiple = (least = 1, most = 4) => ballot({ method: 'multiple', minChoices: least, maxChoices: most });
const ranked = (least = 1, most = 4) => ballot({ method: 'ranked', minChoices: least, maxChoices: most });

const onVote = jest.fn<(choices: readonly number[]) => void>();
const client = new QueryClient();
const show = (poll: Poll, order?: readonly number[]) =>
  render(
    <QueryClientProvider client={client}>
      <article tabIndex={-1}>
        <h2 id="question">What shall we cook?</h2>
        <BallotForm poll={poll} order={order} labelledBy="question" onVote={onVote} />
      </article>
    </QueryClientProvider>,
  );
/** The sentences that a screen reader speaks. */
const said = () => [...document.querySelectorAll('[data-announcer] p')].map((sentence) => sentence.textContent);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const tick = (name: RegExp) => userEvent.click(screen.getByRole('checkbox', { name }));

beforeEach(() => {
  onVote.mockClear();
  document.querySelector('[data-announcer]')?.remove();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('a ballot on which several options can be ticked', () => {
  it('says how many, and sends nothing before Vote', async () => {
    show(multiple(1, 3));
    expect(screen.getByRole('group', { name: 'What shall we cook?' })).toHaveAccessibleDescription('Choose up to 3');
    expect(screen.queryByRole('button', { name: 'Vote' })).toBeNull();
    await tick(/Soup/);
    await tick(/Paella/);
    expect(screen.getByText('2 of 3')).toBeVisible();
    expect(onVote).not.toHaveBeenCalled();
    await press('Vote');
    expect(onVote).toHaveBeenCalledWith([0, 2]);
    expect(screen.getByRole('article')).toHaveFocus();
  });

  it.each([
    [1, 4, 'Choose as many as you like'],
    [2, 2, 'Choose exactly 2'],
    [2, 3, 'Choose 2 to 3'],
    [2, 4, 'Choose at least 2'],
  ])('with %i to %i of four says "%s %s"', (least, most, words) => {
    show(multiple(least, most));
    expect(
      screen.getByText((_text, element) => element?.tagName === 'P' && element.textContent === words),
    ).toBeVisible();
  });

  it('keeps the rows above the limit focusable, and says why they do nothing', async () => {
    show(multiple(1, 2));
    await tick(/Paella/);
    await tick(/Dosa/);
    const soup = screen.getByRole('checkbox', { name: /Soup/ });
    expect(soup).toHaveAttribute('aria-disabled', 'true');
    soup.focus();
    await userEvent.keyboard(' ');
    expect(soup).toHaveFocus();
    expect(soup).not.toBeChecked();
    expect(said()).toEqual(['All 2 used. Untick one to swap.']);
    await tick(/Dosa/);
    expect(soup).not.toHaveAttribute('aria-disabled');
  });

  it('does not send fewer than the author asks for', async () => {
    show(multiple(2, 3));
    await tick(/Paella/);
    const vote = screen.getByRole('button', { name: 'Vote' });
    expect(vote).toHaveAttribute('aria-disabled', 'true');
    expect(vote).toHaveAccessibleDescription('Choose 1 more');
    await press('Vote');
    expect(onVote).not.toHaveBeenCalled();
  });

  it('keeps its ticks while its card is away', async () => {
    const poll = multiple();
    const first = show(poll);
    await tick(/Soup/);
    first.unmount();
    show(poll);
    expect(screen.getByRole('checkbox', { name: /Soup/ })).toBeChecked();
  });
});

describe('a ballot on which options are put in order', () => {
  const numbers = () =>
    OPTIONS.map(
      (text) => /your number (\d)/.exec(screen.getByRole('button', { name: new RegExp(`^${text}`) }).textContent!)?.[1],
    );

  it('writes the next number with each tap, closes gaps, and says the place', async () => {
    show(ranked());
    await press(/^Dosa/);
    await press(/^Soup/);
    await press(/^Paella/);
    expect(numbers()).toEqual(['3', '1', '2', undefined]);
    await press(/^Dosa/);
    expect(numbers()).toEqual(['2', undefined, '1', undefined]);
    expect(said()).toEqual(['Dosa, now first', 'Soup, now second', 'Paella, now third', 'Dosa, number taken off']);
    await press('Vote');
    expect(onVote).toHaveBeenCalledWith([2, 0]);
  });

  it('exchanges numbers with the arrows, which keep the focus at both ends', async () => {
    show(ranked());
    await press(/^Paella/);
    await press(/^Dosa/);
    await press('Rank Dosa higher');
    expect(numbers()).toEqual(['2', '1', undefined, undefined]);
    const higher = screen.getByRole('button', { name: 'Rank Dosa higher' });
    expect(higher).toHaveFocus();
    expect(higher).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    expect(numbers()).toEqual(['2', '1', undefined, undefined]);
    expect(said().at(-1)).toBe('Dosa, now first');
  });

  it('takes no more numbers than the author allows, and clears them at once', async () => {
    show(ranked(1, 2));
    await press(/^Paella/);
    await press(/^Dosa/);
    await press(/^Soup/);
    expect(numbers()).toEqual(['1', '2', undefined, undefined]);
    expect(said().at(-1)).toBe('All 2 numbers used. Take one off to swap.');
    await press('Clear');
    expect(numbers()).toEqual([undefined, undefined, undefined, undefined]);
    expect(screen.getByRole('button', { name: /^Paella/ })).toHaveFocus();
  });

  it('carries a number to the row where a pointer drops it, and does not take the drop for a tap', async () => {
    show(ranked());
    await press(/^Paella/);
    await press(/^Dosa/);
    // jsdom lays nothing out: rows of 50 pixels.
    document.querySelectorAll('.opt').forEach((row, place) => {
      row.getBoundingClientRect = () => ({ left: 0, right: 300, top: place * 50, bottom: place * 50 + 49 }) as DOMRect;
    });
    const drag = (from: HTMLElement, pointerType: string, to: number) => {
      // jsdom has no pointer events.
      const pointer = (type: string, clientY: number) =>
        Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientX: 20, clientY }), {
          pointerId: 1,
          pointerType,
        });
      fireEvent(from, pointer('pointerdown', 10));
      fireEvent(window, pointer('pointermove', 30));
      fireEvent(window, pointer('pointermove', to));
      fireEvent(window, pointer('pointerup', to));
      fireEvent.click(from);
    };
    const row = screen.getByRole('button', { name: /^Paella/ });
    drag(row, 'mouse', 70);
    expect(numbers()).toEqual(['2', '1', undefined, undefined]);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    drag(row.querySelector<HTMLElement>('[data-grip]')!, 'touch', 170);
    expect(numbers()).toEqual([undefined, '1', undefined, '2']);
    expect(said().at(-1)).toBe('Bread, now second');
  });
});

describe('options in an order of the viewer’s own', () => {
  it('are sent by their index in the author’s order', async () => {
    show(ballot({ shuffled: true, quiz: {} }), [2, 0, 3, 1]);
    const group = screen.getByRole('group');
    expect(
      within(group)
        .getAllByRole('button')
        .map((row) => row.textContent),
    ).toEqual(['Soup1', 'Paella2', 'Bread3', 'Dosa4']);
    await press(/^Dosa/);
    expect(onVote).toHaveBeenCalledWith([1]);
  });
});

describe('a vote that can be taken back', () => {
  let sent: unknown[];
  const original = globalThis.fetch;
  beforeEach(() => {
    sent = [];
    globalThis.fetch = jest.fn((_input: unknown, init: RequestInit = {}) => {
      sent.push({ body: JSON.parse(init.body as string), keepalive: init.keepalive });
      return new Promise<Response>(() => undefined);
    }) as unknown as typeof fetch;
    jest.useFakeTimers();
    act(() => switchTakeBack(true));
  });
  afterEach(() => {
    act(() => switchTakeBack(false));
    globalThis.fetch = original;
  });
  const tap = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }));
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const row = (name: RegExp) => screen.getByRole('button', { name });

  it('is sent after four seconds, once', async () => {
    const poll = ballot({});
    show(poll);
    tap(/^Dosa/);
    expect(row(/^Dosa/)).toHaveAttribute('aria-pressed', 'true');
    expect(said()).toEqual(['Not sent yet: Dosa. Press it again within four seconds to take it back.']);
    await wait(HOLD_MS - 1);
    expect(sent).toEqual([]);
    await wait(HOLD_MS);
    expect(sent).toEqual([{ body: { pollId: poll.id, optionIndex: 1 }, keepalive: false }]);
  });

  it('is taken back by a second tap and by Escape, and replaced by another row', async () => {
    const poll = ballot({});
    show(poll);
    tap(/^Dosa/);
    tap(/^Dosa/);
    expect(said().at(-1)).toBe('Taken back. Nothing was sent.');
    tap(/^Soup/);
    fireEvent.keyDown(row(/^Soup/), { key: 'Escape' });
    await wait(2 * HOLD_MS);
    expect(sent).toEqual([]);
    tap(/^Soup/);
    await wait(HOLD_MS - 100);
    tap(/^Bread/);
    await wait(HOLD_MS - 100);
    expect(sent).toEqual([]);
    await wait(100);
    expect(sent).toEqual([{ body: { pollId: poll.id, optionIndex: 3 }, keepalive: false }]);
  });

  it('is sent by closing the page, once', async () => {
    const poll = multiple();
    show(poll);
    fireEvent.click(screen.getByRole('checkbox', { name: /Soup/ }));
    tap('Vote');
    expect(screen.getByRole('button', { name: 'Take it back' })).toBeVisible();
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await wait(2 * HOLD_MS);
    expect(sent).toEqual([{ body: { pollId: poll.id, choices: [2] }, keepalive: true }]);
  });

  it('is taken back by changing a ballot of several choices', async () => {
    show(multiple());
    fireEvent.click(screen.getByRole('checkbox', { name: /Soup/ }));
    tap('Vote');
    fireEvent.click(screen.getByRole('checkbox', { name: /Bread/ }));
    await wait(2 * HOLD_MS);
    expect([sent, screen.getByText('2 chosen').textContent]).toEqual([[], '2 chosen']);
  });
});

describe('a ballot whose options have pictures', () => {
  const pictures = (part: Partial<Poll> = {}) =>
    ballot({
      options: OPTIONS.map((text, index) => ({
        text,
        image: `/uploads/${String(index).padStart(32, '0')}.webp`,
        imageInfo: { kind: 'image', width: 800, height: 600, thumbhash: null, duration: null, alt: `Plate ${index}` },
      })),
      ...part,
    });

  it.each(['single', 'multiple', 'ranked'] as const)(
    'is cast with the method %s, and enlarging casts nothing',
    async (method) => {
      show(pictures({ method, maxChoices: method === 'single' ? 1 : 4 }));
      expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(
        OPTIONS.map((_, index) => `Plate ${index}`),
      );
      if (method === 'multiple') await tick(/Plate 2 ?Soup/);
      else await press(/^Plate 2 ?Soup/);
      if (method !== 'single') await press('Vote');
      expect(onVote).toHaveBeenCalledWith([2]);
      await press('Enlarge the picture of Soup');
      expect(onVote).toHaveBeenCalledTimes(1);
    },
  );

  it('stays covered for somebody who has not signed in', () => {
    const poll = pictures({ sensitive: 'Blood' }) as unknown as SentPollPreview;
    render(<OpenBallot poll={poll} labelledBy="question" onVote={onVote} />);
    expect(screen.getByText('Marked as: Blood')).toBeVisible();
    expect([screen.queryByRole('img'), screen.queryByRole('button', { name: /pictures/i })]).toEqual([null, null]);
  });

  it('fetches covered pictures when they are asked for, and not again after the vote', async () => {
    const poll = pictures({ sensitive: 'Blood' });
    const { unmount } = show(poll);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('Marked as: Blood')).toBeVisible();
    await press('Show pictures');
    expect(screen.getAllByRole('img')).toHaveLength(4);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cover pictures' }));
    unmount();
    const again = show(poll);
    expect(screen.getAllByRole('img')).toHaveLength(4);
    await press('Cover pictures');
    expect(screen.queryByRole('img')).toBeNull();
    again.unmount();
    show(poll);
    expect(screen.queryByRole('img')).toBeNull();
  });
});
