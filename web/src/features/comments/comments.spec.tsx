import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Comment, Poll, User } from '@inkling/contracts';
import { useShownToast } from '../../lib/toast';
import { pollKeys } from '../polls/cache/query-keys';
import { pollStore } from '../polls/cache/poll-store';
import { hiddenPoll } from '../polls/testing/poll-fixture';
import { useAddComment } from './api/add-comment';
import { commentsKey, type CommentPages } from './api/comment-list';
import { useDeleteComment } from './api/delete-comment';
import { commentsOf, settled, withComment } from './comment-pages';
import './strings';

const comment = (id: number, part: Partial<Comment> = {}): Comment => ({
  id,
  pollId: 1,
  userId: 2,
  content: `Comment ${id}`,
  createdAt: '2026-11-21T10:00:00.000Z',
  user: null,
  ...part,
});
const pages = (...lists: Comment[][]): CommentPages => ({
  pages: lists.map((items, index) => ({ items, nextCursor: index + 1 < lists.length ? `after-${index}` : null })),
  pageParams: lists.map((_, index) => (index === 0 ? null : `after-${index - 1}`)),
});
const me = { id: 7, name: 'Noor', username: 'noor', profilePicture: null } as User;

describe('the list of comments', () => {
  it('holds each comment once, also when one slips into the next page', () => {
    expect(commentsOf(pages([comment(3), comment(2)], [comment(2), comment(1)])).map(({ id }) => id)).toEqual([
      3, 2, 1,
    ]);
  });

  it('settles a pending comment whether the answer or the live frame comes first, and never shows it twice', () => {
    const pending = { ...comment(-1, { userId: 7, content: 'Hello' }), pending: true as const };
    const real = comment(9, { userId: 7, content: 'Hello' });
    const before = withComment(pages([comment(3)]), pending);
    const byFrame = settled(before, real);
    expect(commentsOf(byFrame)).toEqual([real, comment(3)]);
    expect(commentsOf(settled(byFrame, real, -1))).toEqual([real, comment(3)]);
    const byAnswer = settled(before, real, -1);
    expect(commentsOf(settled(byAnswer, real))).toEqual([real, comment(3)]);
  });

  it('leaves the pending comment of one person alone when another says the same', () => {
    const pending = { ...comment(-1, { userId: 7, content: 'Same' }), pending: true as const };
    const other = comment(9, { userId: 8, content: 'Same' });
    expect(commentsOf(settled(withComment(pages([]), pending), other)).map(({ id }) => id)).toEqual([9, -1]);
  });
});

describe('adding and deleting', () => {
  let client: QueryClient;
  let answer: (status: number, body?: unknown) => void;
  const original = globalThis.fetch;

  beforeEach(() => {
    client = new QueryClient();
    client.setQueryData(pollKeys.detail(1), hiddenPoll(1, { commentsCount: 2 }));
    client.setQueryData(commentsKey(1), pages([comment(2, { userId: 7 }), comment(1)]));
    globalThis.fetch = jest.fn(
      () =>
        new Promise<Response>((resolve) => {
          answer = (status, body) =>
            resolve(
              new Response(body === undefined ? null : JSON.stringify(body), {
                status,
                headers: { 'content-type': 'application/json' },
              }),
            );
        }),
    ) as unknown as typeof fetch;
  });
  afterEach(() => {
    globalThis.fetch = original;
    document.querySelector('[data-announcer]')?.remove();
  });

  const ids = () => commentsOf(client.getQueryData<CommentPages>(commentsKey(1))).map(({ id }) => id);
  const count = () => client.getQueryData<Poll>(pollKeys.detail(1))?.commentsCount;
  function hooks() {
    const onFailed = jest.fn<(content: string) => void>();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const poll = hiddenPoll(1, { commentsCount: 2 });
    const { result } = renderHook(
      () => ({ add: useAddComment(poll, me, onFailed).add, remove: useDeleteComment(poll), toast: useShownToast() }),
      { wrapper },
    );
    return { result, onFailed };
  }

  it('shows and counts a comment at once, and keeps both when the live count says the same', async () => {
    const { result } = hooks();
    await act(() => result.current.add('New'));
    expect(ids()[0]).toBeLessThan(0);
    expect(count()).toBe(3);
    act(() =>
      pollStore(client).tally({
        type: 'poll_update',
        pollId: 1,
        version: 21,
        votesCount: 10,
        likesCount: 5,
        commentsCount: 3,
      }),
    );
    expect(count()).toBe(3);
    await act(async () => answer(201, comment(5, { userId: 7, content: 'New' })));
    await waitFor(() => expect(ids()).toEqual([5, 2, 1]));
    expect(count()).toBe(3);
  });

  it('takes a refused comment back, gives the words back and says why', async () => {
    const { result, onFailed } = hooks();
    await act(() => result.current.add('New'));
    await act(async () => answer(500, { code: 'internal', message: 'Something went wrong on the server.' }));
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith('New'));
    expect(ids()).toEqual([2, 1]);
    expect(count()).toBe(2);
    expect(result.current.toast?.description).toBe('Failed to add comment. Please try again.');
  });

  it('puts a comment back in its place when it could not be deleted', async () => {
    const { result } = hooks();
    act(() => result.current.remove.mutate(2));
    await waitFor(() => expect(ids()).toEqual([1]));
    expect(count()).toBe(1);
    await act(async () => answer(503, { code: 'unavailable', message: 'Away.' }));
    await waitFor(() => expect(ids()).toEqual([2, 1]));
    expect(count()).toBe(2);
  });

  it('takes a comment that is gone already as deleted', async () => {
    const { result } = hooks();
    act(() => result.current.remove.mutate(2));
    await waitFor(() => expect(ids()).toEqual([1]));
    await act(async () => answer(404, { code: 'comment-not-found', message: 'Comment not found' }));
    await waitFor(() => expect(result.current.remove.isError).toBe(true));
    expect(ids()).toEqual([1]);
    expect(count()).toBe(1);
  });
});
