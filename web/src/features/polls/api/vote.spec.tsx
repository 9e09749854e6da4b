import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Poll, User } from '@inkling/contracts';
import { closeConfirmEmail, useConfirmEmailAsked } from '../../../lib/confirm-email';
import { choicesOnDevice, forgetSealedChoices } from '../../../lib/sealed-choices';
import { storeUser } from '../../../lib/storage';
import { useShownToast } from '../../../lib/toast';
import { pollKeys } from '../cache/query-keys';
import { hiddenPoll, openPoll } from '../testing/poll-fixture';
import { useVote } from './vote';

interface Call {
  method: string;
  path: string;
  body: unknown;
}
type Reply = { status: number; body: unknown } | 'lost';

describe('useVote', () => {
  let client: QueryClient;
  let calls: Call[];
  let replies: Record<string, Reply[]>;
  const original = globalThis.fetch;

  beforeEach(() => {
    client = new QueryClient();
    calls = [];
    replies = {};
    globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
      const path = String(input).replace(/\?.*/, '');
      const key = `${init.method ?? 'GET'} ${path}`;
      calls.push({
        method: init.method ?? 'GET',
        path,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      });
      const reply = replies[key]?.shift();
      if (reply === undefined || reply === 'lost') return Promise.reject(new TypeError('network'));
      return Promise.resolve(
        new Response(JSON.stringify(reply.body), {
          status: reply.status,
          headers: { 'content-type': 'application/json' },
        }),
      );
    }) as unknown as typeof fetch;
  });
  afterEach(() => {
    jest.useRealTimers();
    globalThis.fetch = original;
  });

  function vote(poll: Poll, ...choices: number[]) {
    client.setQueryData(pollKeys.detail(poll.id), poll);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(() => ({ ...useVote(), toast: useShownToast() }), { wrapper });
    const before = result.current.toast?.id;
    act(() => result.current.vote(poll, choices));
    return {
      again: (other: number) => act(() => result.current.vote(poll, [other])),
      toasted: () => result.current.toast?.id !== before,
      toast: async () => {
        await waitFor(() => expect(result.current.toast?.id).not.toBe(before));
        return { title: result.current.toast?.title, description: result.current.toast?.description };
      },
    };
  }
  const cached = (id: number) => client.getQueryData<Poll>(pollKeys.detail(id));

  it('shows the vote at once, then what the server answers', async () => {
    const answer = openPoll(1, [7, 5], { version: 22, userVote: 0 });
    replies['POST /api/votes'] = [{ status: 200, body: answer }];
    const { toast } = vote(hiddenPoll(1), 0);
    expect(cached(1)).toMatchObject({ userVote: 0, votesCount: 11 });
    expect(await toast()).toEqual({ title: 'Vote Recorded', description: 'Your vote has been counted!' });
    expect(cached(1)).toEqual(answer);
    expect(calls).toEqual([{ method: 'POST', path: '/api/votes', body: { pollId: 1, optionIndex: 0 } }]);
  });

  it('sends nothing while a vote is under way', async () => {
    replies['POST /api/votes'] = [{ status: 200, body: openPoll(1, [7, 5], { userVote: 0 }) }];
    const { again, toast } = vote(hiddenPoll(1), 0);
    again(1);
    await toast();
    again(1);
    expect(calls).toHaveLength(1);
  });

  it('treats a 409 with the same choice as success', async () => {
    const now = openPoll(1, [7, 5], { version: 23, userVote: 0 });
    replies['POST /api/votes'] = [{ status: 409, body: { code: 'already-voted', message: 'x', userVote: 0 } }];
    replies['GET /api/polls/1'] = [{ status: 200, body: now }];
    expect(await vote(hiddenPoll(1), 0).toast()).toEqual({
      title: 'Vote Recorded',
      description: 'Your vote has been counted!',
    });
    await waitFor(() => expect(cached(1)).toEqual(now));
  });

  it('shows the earlier choice after a 409 with another one', async () => {
    const now = openPoll(1, [6, 6], { version: 23, userVote: 1 });
    replies['POST /api/votes'] = [{ status: 409, body: { code: 'already-voted', message: 'x', userVote: 1 } }];
    replies['GET /api/polls/1'] = [{ status: 200, body: now }];
    expect(await vote(hiddenPoll(1), 0).toast()).toEqual({
      title: 'Already Voted',
      description: 'You have already voted on this poll.',
    });
    expect(cached(1)?.userVote).toBe(1);
    await waitFor(() => expect(cached(1)).toEqual(now));
  });

  it('finds a vote whose answer was lost', async () => {
    const now = openPoll(1, [7, 5], { version: 23, userVote: 0 });
    replies['POST /api/votes'] = ['lost'];
    replies['GET /api/polls/1'] = [{ status: 200, body: now }];
    expect(await vote(hiddenPoll(1), 0).toast()).toEqual({
      title: 'Vote Recorded',
      description: 'Your vote was successful!',
    });
    expect(cached(1)).toEqual(now);
  });

  it('finds a vote for another option as well, such as one from a second device', async () => {
    const now = openPoll(1, [6, 6], { version: 23, userVote: 1 });
    replies['POST /api/votes'] = ['lost'];
    replies['GET /api/polls/1'] = [{ status: 200, body: now }];
    expect(await vote(hiddenPoll(1), 0).toast()).toEqual({
      title: 'Vote Recorded',
      description: 'Your vote was successful!',
    });
    expect(cached(1)).toEqual(now);
  });

  it("makes one's own list of votes stale once a vote counts", async () => {
    const list = pollKeys.list('me', 'voted');
    client.setQueryData(list, { pages: [], pageParams: [] });
    replies['POST /api/votes'] = [{ status: 200, body: openPoll(1, [7, 5], { userVote: 0 }) }];
    await vote(hiddenPoll(1), 0).toast();
    expect(client.getQueryState(list)?.isInvalidated).toBe(true);
  });

  it('rolls a failed vote back and reads the poll again a second later', async () => {
    jest.useFakeTimers();
    const poll = openPoll(1, [6, 4], { showResultsBeforeVoting: true });
    replies['POST /api/votes'] = [{ status: 503, body: null }];
    replies['GET /api/polls/1'] = [
      { status: 200, body: poll },
      { status: 200, body: openPoll(1, [6, 5], { version: 21 }) },
    ];
    const { toast } = vote(poll, 0);
    expect(cached(1)).toMatchObject({ userVote: 0, options: [{ votes: 7 }, { votes: 4 }] });
    expect(await toast()).toEqual({
      title: 'Failed to vote',
      description: "Failed to cast your vote. We'll try to get the latest data.",
    });
    expect(cached(1)).toEqual(poll);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(cached(1)?.votesCount).toBe(11);
  });

  it('asks who has not proved their address to do so, takes the vote back and says nothing of an error', async () => {
    const poll = hiddenPoll(1);
    replies['POST /api/votes'] = [
      { status: 403, body: { code: 'email-unverified', message: 'Confirm your email to vote.' } },
    ];
    const { toasted } = vote(poll, 0);
    const { result } = renderHook(useConfirmEmailAsked);
    await waitFor(() => expect(result.current).toBe(true));
    expect(cached(1)).toEqual(poll);
    expect(toasted()).toBe(false);
    expect(calls).toHaveLength(1);
    act(closeConfirmEmail);
    expect(result.current).toBe(false);
  });

  it('shows the results when the poll has ended meanwhile', async () => {
    const ended = openPoll(1, [6, 4], { version: 21, endDate: '2026-11-20T00:00:00.000Z' });
    replies['POST /api/votes'] = [{ status: 403, body: { code: 'poll-ended', message: 'This poll has ended.' } }];
    replies['GET /api/polls/1'] = [{ status: 200, body: ended }];
    expect(await vote(hiddenPoll(1), 0).toast()).toEqual({ title: 'Poll ended', description: 'This poll has ended.' });
    await waitFor(() => expect(cached(1)).toEqual(ended));
  });

  it('sends several choices as a list, and shows an order by its first choice', async () => {
    const poll = openPoll(1, [6, 4, 2], { method: 'ranked', maxChoices: 3, showResultsBeforeVoting: true });
    replies['POST /api/votes'] = [
      { status: 200, body: { ...poll, userVoted: true, userChoices: [2, 0], version: 21 } },
    ];
    const { toast } = vote(poll, 2, 0);
    expect(cached(1)).toMatchObject({ userVoted: true, userVote: null, userChoices: [2, 0], votesCount: 13 });
    expect(cached(1)?.options.map(({ votes }) => votes)).toEqual([6, 4, 3]);
    await toast();
    expect(calls[0]?.body).toEqual({ pollId: 1, choices: [2, 0] });
  });

  it.each([
    ['multiple', [2, 0], [0, 2], 'Vote Recorded'],
    ['ranked', [2, 0], [0, 2], 'Already Voted'],
    ['ranked', [2, 0], [2, 0], 'Vote Recorded'],
  ] as const)('with %s, %j after %j is "%s"', async (method, sent, earlier, title) => {
    const poll = hiddenPoll(1, { method, maxChoices: 3, options: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] });
    replies['POST /api/votes'] = [{ status: 409, body: { code: 'already-voted', message: 'x', choices: earlier } }];
    replies['GET /api/polls/1'] = [{ status: 200, body: { ...poll, userVoted: true, userChoices: earlier } }];
    expect((await vote(poll, ...sent).toast()).title).toBe(title);
    expect(cached(1)?.userChoices).toEqual(earlier);
  });

  it('remembers the choice of a sealed poll on this device alone, and never raises its counts', async () => {
    localStorage.clear();
    storeUser({ id: 7, name: 'Noor' } as User);
    const poll = openPoll(1, [5, 5], { sealed: true, countedVotes: 10, showResultsBeforeVoting: true });
    const after = { ...poll, userVoted: true, votesCount: 11, version: 21 };
    replies['POST /api/votes'] = [{ status: 200, body: after }];
    const { toast } = vote(poll, 1);
    expect(cached(1)).toMatchObject({ userVote: 1, votesCount: 11, options: [{ votes: 5 }, { votes: 5 }] });
    await toast();
    expect([cached(1), choicesOnDevice(1)]).toEqual([after, [1]]);
    forgetSealedChoices(null);
    expect([choicesOnDevice(1), localStorage.getItem('inkling_sealed_choices')]).toEqual([null, null]);
  });

  it('does not take a sealed vote from elsewhere for its own', async () => {
    localStorage.clear();
    storeUser({ id: 7, name: 'Noor' } as User);
    const poll = hiddenPoll(1, { sealed: true });
    replies['POST /api/votes'] = [{ status: 409, body: { code: 'already-voted', message: 'x' } }];
    replies['GET /api/polls/1'] = [
      { status: 200, body: { ...openPoll(1, [5, 5], { sealed: true }), userVoted: true } },
    ];
    expect((await vote(poll, 1).toast()).title).toBe('Already Voted');
    expect([cached(1)?.userVoted, choicesOnDevice(1)]).toEqual([true, null]);
  });

  it('says so when the vote was given up for the results', async () => {
    const now = { ...openPoll(1, [5, 5]), userAbstained: true };
    replies['POST /api/votes'] = [{ status: 409, body: { code: 'abstained', message: 'x' } }];
    replies['GET /api/polls/1'] = [{ status: 200, body: now }];
    expect((await vote(hiddenPoll(1), 1).toast()).title).toBe('You gave up your vote');
    await waitFor(() => expect(cached(1)).toMatchObject({ userVoted: false, userAbstained: true }));
  });
});
