import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react';
import { closeConfirmEmail, useConfirmEmailAsked } from '../../lib/confirm-email';
import { claimPendingVote, keepPendingVote, pendingVote } from '../../lib/pending-vote/pending-vote';
import { useShownToast } from '../../lib/toast';
import CastPendingVote from './cast-pending-vote';
import { hiddenPoll, openPoll } from './testing/poll-fixture';

type Reply = { status: number; body: unknown } | 'lost';

describe('a choice from before signing in', () => {
  let replies: Record<string, Reply[]>;
  let votes: unknown[];
  const original = globalThis.fetch;

  beforeEach(() => {
    localStorage.clear();
    replies = {};
    votes = [];
    keepPendingVote({ pollId: 1, choices: [1], optionText: 'Coffee', question: 'Tea or coffee?' });
    globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
      const key = `${init.method ?? 'GET'} ${String(input).replace(/\?.*/, '')}`;
      if (key === 'POST /api/votes') votes.push(JSON.parse(init.body as string));
      const reply = replies[key]?.shift();
      if (reply === undefined || reply === 'lost') return Promise.reject(new TypeError('network'));
      const headers = { 'content-type': 'application/json' };
      return Promise.resolve(new Response(JSON.stringify(reply.body), { status: reply.status, headers }));
    }) as unknown as typeof fetch;
  });
  afterEach(() => {
    cleanup();
    globalThis.fetch = original;
  });

  function open(userId = 7) {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const { result } = renderHook(useShownToast);
    const before = result.current?.id;
    render(
      <QueryClientProvider client={client}>
        <CastPendingVote userId={userId} />
      </QueryClientProvider>,
    );
    return (title: string, description: string) =>
      waitFor(() => {
        expect(result.current?.id).not.toBe(before);
        expect([result.current?.title, result.current?.description]).toEqual([title, description]);
      });
  }

  it('is cast once, with the ordinary message, and then forgotten', async () => {
    replies['GET /api/polls/1'] = [{ status: 200, body: hiddenPoll(1) }];
    replies['POST /api/votes'] = [{ status: 200, body: openPoll(1, [7, 5], { userVote: 1 }) }];
    const said = open();
    await said('Vote Recorded', 'Your vote has been counted!');
    expect(votes).toEqual([{ pollId: 1, optionIndex: 1 }]);
    expect(pendingVote()).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(votes).toHaveLength(1);
  });

  it('is dropped where this person has voted already', async () => {
    replies['GET /api/polls/1'] = [{ status: 200, body: openPoll(1, [7, 5], { userVote: 0 }) }];
    await open()('Already Voted', 'You have already voted on this poll.');
    expect([votes, pendingVote()]).toEqual([[], null]);
  });

  it('is dropped, and said so, where the poll has ended or is gone', async () => {
    replies['GET /api/polls/1'] = [{ status: 200, body: hiddenPoll(1, { endDate: '2020-01-01T00:00:00.000Z' }) }];
    await open()('Poll ended', 'This poll ended before your vote could be cast, so it was not counted.');
    expect([votes, pendingVote()]).toEqual([[], null]);
    cleanup();
    keepPendingVote({ pollId: 1, choices: [1], optionText: 'Coffee', question: 'Tea or coffee?' });
    replies['GET /api/polls/1'] = [{ status: 404, body: { code: 'poll-not-found', message: 'x' } }];
    await open()('Poll not found', 'This poll was deleted before your vote could be cast.');
    expect([votes, pendingVote()]).toEqual([[], null]);
  });

  it('ends between the reading and the vote: the server has the last word', async () => {
    replies['GET /api/polls/1'] = [
      { status: 200, body: hiddenPoll(1) },
      { status: 200, body: hiddenPoll(1) },
    ];
    replies['POST /api/votes'] = [{ status: 403, body: { code: 'poll-ended', message: 'This poll has ended.' } }];
    await open()('Poll ended', 'This poll ended before your vote could be cast, so it was not counted.');
    expect(pendingVote()).toBeNull();
  });

  it('goes on waiting until the address is confirmed, and is cast then', async () => {
    replies['GET /api/polls/1'] = [{ status: 200, body: hiddenPoll(1) }];
    replies['POST /api/votes'] = [
      { status: 403, body: { code: 'email-unverified', message: 'Confirm your email to vote.' } },
    ];
    const { result } = renderHook(useConfirmEmailAsked);
    open();
    await waitFor(() => expect(result.current).toBe(true));
    act(closeConfirmEmail);
    expect(pendingVote()).toMatchObject({ choices: [1], userId: 7 });
    cleanup();
    replies['GET /api/polls/1'] = [{ status: 200, body: hiddenPoll(1) }];
    replies['POST /api/votes'] = [{ status: 200, body: openPoll(1, [7, 5], { userVote: 1 }) }];
    await open()('Vote Recorded', 'Your vote has been counted!');
    expect([votes.length, pendingVote()]).toEqual([2, null]);
  });

  it('goes on waiting without a connection, and is cast when it is back', async () => {
    replies['GET /api/polls/1'] = ['lost'];
    const said = open();
    await waitFor(() => expect(replies['GET /api/polls/1']).toEqual([]));
    expect(pendingVote()).toMatchObject({ choices: [1] });
    replies['GET /api/polls/1'] = [{ status: 200, body: hiddenPoll(1) }];
    replies['POST /api/votes'] = [{ status: 200, body: openPoll(1, [7, 5], { userVote: 1 }) }];
    await act(async () => void window.dispatchEvent(new Event('online')));
    await said('Vote Recorded', 'Your vote has been counted!');
    expect(votes).toHaveLength(1);
  });

  it('of one person is never cast by another', async () => {
    claimPendingVote(8);
    open(7);
    await waitFor(() => expect(pendingVote()).toBeNull());
    expect(votes).toEqual([]);
    expect(globalThis.fetch).not.toHaveBeenCalled();
  });
});
