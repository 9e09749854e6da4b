import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Poll, PollPage } from '@inkling/contracts';
import { ORDINARY_POLL } from '@inkling/contracts/ordinary-poll';
import { hiddenPoll, openPoll, pageOf } from '../testing/poll-fixture';
import type { TallyFrame } from './merge-poll';
import { pollKeys } from './query-keys';
import { pollStore, voted, type PollStore } from './poll-store';

const frame = (
  pollId: number,
  version: number,
  votes: number[] | undefined,
  part: Partial<TallyFrame> = {},
): TallyFrame =>
  ({
    type: 'poll_vote',
    pollId,
    version,
    votesCount: votes?.reduce((a, b) => a + b, 0) ?? 0,
    likesCount: 5,
    commentsCount: 0,
    options: votes,
    ...part,
  }) as TallyFrame;

describe('PollStore', () => {
  let client: QueryClient;
  let store: PollStore;

  const hold = (poll: Poll) => {
    client.setQueryData<InfiniteData<PollPage | null>>(pollKeys.feed, {
      pages: [pageOf(hiddenPoll(99), poll), pageOf(hiddenPoll(98))],
      pageParams: [null, 'c'],
    });
    client.setQueryData<InfiniteData<PollPage | null>>(pollKeys.list('me', 'saved'), {
      pages: [pageOf(poll)],
      pageParams: [null],
    });
    client.setQueryData(pollKeys.detail(poll.id), poll);
  };
  /** The copies in feed, profile list and detail. */
  const copies = (id: number): (Poll | undefined)[] => {
    const inPages = (key: readonly unknown[]) =>
      client
        .getQueryData<InfiniteData<PollPage | null>>(key)
        ?.pages.flatMap((page) => page?.polls ?? [])
        .find((poll) => poll.id === id);
    return [
      inPages(pollKeys.feed),
      inPages(pollKeys.list('me', 'saved')),
      client.getQueryData<Poll>(pollKeys.detail(id)),
    ];
  };
  const everywhere = (id: number): Poll => {
    const [first, ...rest] = copies(id);
    for (const copy of rest) expect(copy).toEqual(first);
    return first as Poll;
  };

  beforeEach(() => {
    client = new QueryClient();
    store = pollStore(client);
  });

  it('patches every copy and leaves other polls as they are', () => {
    const poll = openPoll(1, [6, 4]);
    hold(poll);
    const other = copies(99)[0];
    store.beginVote(poll, [0]);
    expect(everywhere(1)).toMatchObject({ userVote: 0, votesCount: 11, options: [{ votes: 7 }, { votes: 4 }] });
    expect(copies(99)[0]).toBe(other);
  });

  it('lets nothing of an account reach the next one: neither a vote under way nor a read that had begun', () => {
    hold(openPoll(1, [6, 4]));
    const token = store.beginVote(openPoll(1, [6, 4]), [0])!;
    const begun = store.readBegins();
    store.reset();
    // The next account reads the same poll, and then answers to the previous one arrive.
    hold(openPoll(1, [6, 4]));
    store.settle(1, token, (poll) => ({ ...poll, userVote: 0 }));
    store.receive({ ...openPoll(1, [6, 4]), userVote: 0 }, begun);
    expect(everywhere(1).userVote).toBeNull();
    expect(store.isVoting(1)).toBe(false);
    store.receive({ ...openPoll(1, [6, 4]), userVote: 1 }, store.readBegins());
    expect(everywhere(1).userVote).toBe(1);
  });

  it('keeps the age of what it patches', () => {
    const poll = openPoll(1, [6, 4]);
    client.setQueryData(pollKeys.detail(1), poll, { updatedAt: 1_000 });
    store.tally(frame(1, 21, [7, 4]));
    expect(client.getQueryState(pollKeys.detail(1))?.dataUpdatedAt).toBe(1_000);
  });

  it('refuses a second vote while one is under way and after one', () => {
    const poll = openPoll(1, [6, 4]);
    hold(poll);
    const token = store.beginVote(poll, [0]) as number;
    expect(store.beginVote(poll, [1])).toBeNull();
    store.settle(1, token, (truth) => voted(truth, [0]));
    expect(store.beginVote(poll, [1])).toBeNull();
  });

  it('does not count a vote twice when the live frame comes before the answer', () => {
    const poll = openPoll(1, [6, 4]);
    hold(poll);
    const token = store.beginVote(poll, [0]) as number;
    store.tally(frame(1, 21, [7, 4]));
    expect(everywhere(1)).toMatchObject({ votesCount: 11, options: [{ votes: 7 }, { votes: 4 }] });
    store.settle(1, token, (truth) => voted(truth, [0]));
    expect(everywhere(1)).toMatchObject({
      userVote: 0,
      votesCount: 11,
      version: 21,
      options: [{ votes: 7 }, { votes: 4 }],
    });
  });

  it('does not fall back while frames of others come before the answer', () => {
    const poll = openPoll(1, [6, 4]);
    hold(poll);
    store.beginVote(poll, [0]);
    store.tally(frame(1, 21, [6, 5]));
    expect(everywhere(1)).toMatchObject({ votesCount: 11, options: [{ votes: 7 }, { votes: 5 }] });
  });

  it('rolls back onto what the server has said meanwhile', () => {
    const poll = openPoll(1, [6, 4]);
    hold(poll);
    const token = store.beginVote(poll, [0]) as number;
    store.tally(frame(1, 22, [6, 6]));
    store.settle(1, token);
    expect(everywhere(1)).toMatchObject({ userVote: null, votesCount: 12, options: [{ votes: 6 }, { votes: 6 }] });
  });

  it('ignores older snapshots and never makes up counts that are hidden', () => {
    hold(hiddenPoll(1));
    store.tally(frame(1, 19, undefined, { votesCount: 3 }));
    expect(everywhere(1).votesCount).toBe(10);
    store.tally(frame(1, 21, undefined, { votesCount: 12 }));
    expect(everywhere(1)).toMatchObject({
      votesCount: 12,
      options: [{ text: 'Yes' }, { text: 'No' }],
      resultsVisible: false,
    });
  });

  it('opens the results when a snapshot of the same version brings them', () => {
    hold(hiddenPoll(1, { userVote: 1 }));
    store.tally(frame(1, 20, [4, 6]));
    expect(everywhere(1)).toMatchObject({ resultsVisible: true, options: [{ votes: 4 }, { votes: 6 }] });
  });

  it('takes likes up, down and never below zero, however the frames come', () => {
    const poll = openPoll(1, [6, 4], { likesCount: 0, userLiked: true });
    hold(poll);
    const off = store.beginLike(poll, false);
    expect(everywhere(1)).toMatchObject({ userLiked: false, likesCount: 0 });
    store.settle(1, off, (truth) => ({ ...truth, userLiked: false, likesCount: 0 }));
    const on = store.beginLike(everywhere(1), true);
    store.tally(frame(1, 21, [6, 4], { type: 'poll_update', likesCount: 1 }));
    expect(everywhere(1)).toMatchObject({ userLiked: true, likesCount: 1 });
    store.settle(1, on);
    expect(everywhere(1)).toMatchObject({ userLiked: false, likesCount: 1 });
  });

  it('shows the last of several quick changes', () => {
    const poll = openPoll(1, [6, 4]);
    hold(poll);
    const first = store.beginSave(poll, true);
    const second = store.beginSave(poll, false);
    store.settle(1, first, (truth) => ({ ...truth, userSaved: true }));
    expect(everywhere(1).userSaved).toBe(false);
    store.settle(1, second, (truth) => ({ ...truth, userSaved: false }));
    expect(everywhere(1).userSaved).toBe(false);
  });

  it('shows a wish to be told the result at once, beside a save, and rolls it back alone', () => {
    const poll = openPoll(1, [6, 4]);
    hold(poll);
    const begun = store.readBegins();
    const [save, wish] = [store.beginSave(poll, true), store.beginReminder(poll, true)];
    expect(everywhere(1)).toMatchObject({ userSaved: true, userReminded: true });
    store.settle(1, wish);
    expect(everywhere(1)).toMatchObject({ userSaved: true, userReminded: false });
    const again = store.beginReminder(poll, true);
    for (const token of [again, save]) store.settle(1, token, (truth) => ({ ...truth, userReminded: true }));
    store.receive(poll, begun);
    expect(everywhere(1)).toMatchObject({ userReminded: true });
    store.receive(poll, store.readBegins());
    expect(everywhere(1)).toMatchObject({ userReminded: false });
  });

  it('lets no read that began before a change undo it', () => {
    const poll = openPoll(1, [6, 4]);
    hold(poll);
    const begun = store.readBegins();
    const save = store.beginSave(poll, true);
    const vote = store.beginVote(poll, [0]) as number;
    store.settle(1, save, (truth) => ({ ...truth, userSaved: true }));
    store.settle(1, vote, () => openPoll(1, [7, 4], { version: 21, userVote: 0, userSaved: true }));
    const kept = store.receive(poll, begun);
    expect(kept).toMatchObject({ userVote: 0, userSaved: true, version: 21, votesCount: 11 });
    expect(everywhere(1)).toEqual(kept);
  });

  it('takes a read that began later at its word', () => {
    hold(openPoll(1, [6, 4], { userSaved: true }));
    store.receive(openPoll(1, [6, 5], { version: 21 }), store.readBegins());
    expect(everywhere(1)).toMatchObject({ userSaved: false, votesCount: 11 });
  });

  it('keeps whole polls, of which the server leaves out what is ordinary', () => {
    const quiz = openPoll(1, [6, 4], { quiz: { answer: 0 }, abstentionsCount: 3, userAbstained: true });
    expect(store.receive(quiz, store.readBegins())).toEqual(quiz);
    const whole = openPoll(2, [6, 4], { userVote: 1 });
    const left = Object.keys(ORDINARY_POLL);
    const sent = Object.fromEntries(Object.entries(whole).filter(([field]) => !left.includes(field))) as Poll;
    hold(whole);
    expect(store.receive(sent, store.readBegins())).toEqual(whole);
    expect(everywhere(2)).toEqual(whole);
  });

  it('removes a deleted poll from lists and tells its page', () => {
    hold(openPoll(1, [6, 4]));
    store.tally(frame(1, 21, undefined, { type: 'poll_update', deleted: true } as Partial<TallyFrame>));
    expect(copies(1)).toEqual([undefined, undefined, undefined]);
    expect(client.getQueryState(pollKeys.detail(1))).toMatchObject({ status: 'error', error: { status: 404 } });
    expect(copies(99)[0]).toBeDefined();
  });
});
