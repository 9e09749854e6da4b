import type { Poll, SentPoll } from '@inkling/contracts';
import { wholePoll } from '@inkling/contracts/ordinary-poll';
import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import type { ApiFailure } from '../../../lib/api';
import { onHandOver } from '../../../lib/session';
import { changePoll, findPoll } from './cached-polls';
import { applyTally, mergePoll, type TallyFrame } from './merge-poll';

interface PendingVote {
  token: number;
  choices: number[];
  /** Lowest total, and lowest count of each option that it counts for, that include this vote. */
  total: number;
  votes: ReadonlyMap<number, number>;
}
interface PendingFlag {
  token: number;
  value: boolean;
  /** Likes after the change, if nobody else does anything. */
  count: number;
}
interface PendingComments {
  token: number;
  /** Comments after the change; a lower bound when it `grows`, else an upper bound. */
  count: number;
  grows: boolean;
}
interface Pending {
  /** The server's last state, without the changes below. */
  truth: Poll;
  vote?: PendingVote;
  like?: PendingFlag;
  save?: PendingFlag;
  reminder?: PendingFlag;
  comments?: PendingComments;
}

const boundComments = (poll: Poll, { count, grows }: PendingComments): Poll => ({
  ...poll,
  commentsCount: Math.max(0, (grows ? Math.max : Math.min)(poll.commentsCount, count)),
});

/** The poll with a vote of the viewer, its counts aside. */
export const voted = (poll: Poll, choices: readonly number[] | null): Poll => ({
  ...poll,
  userVoted: true,
  ...(poll.method === 'single' ? { userVote: choices?.[0] ?? null } : { userChoices: choices && [...choices] }),
});

/** The options whose counts a vote raises at once: none of a sealed poll, whose counts come in groups. */
const raisedOptions = ({ sealed, method }: Poll, choices: readonly number[]): readonly number[] =>
  sealed ? [] : method === 'ranked' ? choices.slice(0, 1) : choices;

/**
 * The poll with pending changes applied. Counts are bounded, not added: a live tally may already contain the change,
 * and adding it again would count it twice.
 */
function shown({ truth, vote, like, save, reminder, comments }: Pending): Poll {
  let poll = truth;
  if (vote && !truth.userVoted) {
    const options = truth.options.map((option, index) => {
      const least = vote.votes.get(index);
      return option.votes === undefined || least === undefined
        ? option
        : { ...option, votes: Math.max(option.votes, least) };
    });
    poll = { ...voted(poll, vote.choices), votesCount: Math.max(truth.votesCount, vote.total), options };
  }
  if (like && truth.userLiked !== like.value) {
    const bound = like.value ? Math.max : Math.min;
    poll = { ...poll, userLiked: like.value, likesCount: Math.max(0, bound(truth.likesCount, like.count)) };
  }
  if (comments) poll = boundComments(poll, comments);
  if (save) poll = { ...poll, userSaved: save.value };
  return reminder ? { ...poll, userReminded: reminder.value } : poll;
}

/**
 * The only way for polls to enter and change in the query cache: reads, live tallies, and the viewer's own changes with
 * their rollback. One per query client; see `pollStore`.
 */
export class PollStore {
  readonly #client: QueryClient;
  readonly #pending = new Map<number, Pending>();
  readonly #settledAt = new Map<number, number>();
  #clock = 0;
  /** Reads begun before this tick belong to another account. */
  #resetAt = 0;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** The poll as shown now, if any query holds it. */
  find(id: number): Poll | undefined {
    return findPoll(this.#client, id);
  }

  /** The poll in the server's last state, without pending changes. */
  truth(id: number): Poll | undefined {
    return this.#pending.get(id)?.truth ?? this.find(id);
  }

  /** Drops pending changes and reads under way: they belong to another account, its votes among them. */
  reset(): void {
    this.#pending.clear();
    this.#settledAt.clear();
    this.#resetAt = ++this.#clock;
  }

  /** Call before a read begins; pass the result to `receive`. */
  readBegins(): number {
    return this.#clock;
  }

  /** Takes in a poll that has been read, updates every other copy and returns what to keep. */
  receive(sent: SentPoll, begunAt: number): Poll {
    const read = wholePoll(sent);
    if (begunAt < this.#resetAt) return read;
    const pending = this.#pending.get(read.id);
    const known = this.truth(read.id);
    const merged = mergePoll(known, read, begunAt < (this.#settledAt.get(read.id) ?? 0));
    if (pending) pending.truth = merged;
    const next = pending ? shown(pending) : merged;
    if (known) changePoll(this.#client, read.id, () => next);
    return next;
  }

  /** Applies a live tally; older ones are ignored, a deleted poll disappears. */
  tally(frame: TallyFrame): void {
    if (frame.type === 'poll_update' && frame.deleted) return this.remove(frame.pollId);
    const pending = this.#pending.get(frame.pollId);
    const known = this.truth(frame.pollId);
    if (!known) return;
    const next = applyTally(known, frame);
    if (next === known) return;
    if (pending) pending.truth = next;
    changePoll(this.#client, frame.pollId, () => (pending ? shown(pending) : next));
  }

  /** Removes the poll from every list. @param why what its own page says; without it, that there is no such poll */
  remove(id: number, why?: ApiFailure): void {
    this.#pending.delete(id);
    changePoll(this.#client, id, () => null, why);
  }

  /**
   * Shows a vote before the server has it.
   * @param choices indexes of the chosen options, the first choice first
   * @returns a token for `settle`, or null when there is a vote already or one is under way
   */
  beginVote(poll: Poll, choices: readonly number[]): number | null {
    const { userVoted, userAbstained } = this.find(poll.id) ?? poll;
    if (this.isVoting(poll.id) || userVoted || userAbstained) return null;
    const pending = this.#open(poll);
    const now = shown(pending);
    pending.vote = {
      token: ++this.#clock,
      choices: [...choices],
      total: now.votesCount + 1,
      votes: new Map(raisedOptions(poll, choices).map((index) => [index, (now.options[index]?.votes ?? 0) + 1])),
    };
    this.#show(poll.id, pending);
    return pending.vote.token;
  }

  /** Shows a like, or its withdrawal, before the server has it. */
  beginLike(poll: Poll, value: boolean): number {
    const pending = this.#open(poll);
    const now = shown(pending);
    const step = now.userLiked === value ? 0 : value ? 1 : -1;
    pending.like = { token: ++this.#clock, value, count: now.likesCount + step };
    this.#show(poll.id, pending);
    return pending.like.token;
  }

  /** Shows a save, or its withdrawal, before the server has it. */
  beginSave(poll: Poll, value: boolean): number {
    return this.#beginMark('save', poll, value);
  }

  /** Shows the wish to be told the result, or its withdrawal, before the server has it. */
  beginReminder(poll: Poll, value: boolean): number {
    return this.#beginMark('reminder', poll, value);
  }

  /** Counts a comment, or its removal, before the server has it. Ends with `settleComment`. */
  beginComment(poll: Poll, step: 1 | -1): number {
    const pending = this.#open(poll);
    pending.comments = { token: ++this.#clock, count: shown(pending).commentsCount + step, grows: step > 0 };
    this.#show(poll.id, pending);
    return pending.comments.token;
  }

  /** Ends a change of the comment count: kept when it has `happened`, rolled back otherwise. */
  settleComment(id: number, token: number, happened: boolean): void {
    const bound = this.#pending.get(id)?.comments;
    this.settle(id, token, (truth) => (happened && bound ? boundComments(truth, bound) : truth));
  }

  /**
   * Ends the change with this token. `change` applies the server's answer; without it the change has failed and is
   * rolled back onto the server's latest state. A newer change of the same kind stays visible.
   */
  settle(id: number, token: number, change: (truth: Poll) => Poll = (truth) => truth): void {
    const pending = this.#pending.get(id);
    this.#settledAt.set(id, ++this.#clock);
    if (!pending) return;
    pending.truth = change(pending.truth);
    for (const kind of ['vote', 'like', 'save', 'reminder', 'comments'] as const)
      if (pending[kind]?.token === token) delete pending[kind];
    this.#show(id, pending);
    const { vote, like, save, reminder, comments } = pending;
    if (!vote && !like && !save && !reminder && !comments) this.#pending.delete(id);
  }

  /** Whether a vote on this poll is under way. */
  isVoting(id: number): boolean {
    return this.#pending.get(id)?.vote !== undefined;
  }

  /** A mark of the viewer that nothing counts. */
  #beginMark(kind: 'save' | 'reminder', poll: Poll, value: boolean): number {
    const pending = this.#open(poll);
    const mark = { token: ++this.#clock, value, count: 0 };
    pending[kind] = mark;
    this.#show(poll.id, pending);
    return mark.token;
  }

  #open(poll: Poll): Pending {
    const pending = this.#pending.get(poll.id) ?? { truth: this.find(poll.id) ?? poll };
    this.#pending.set(poll.id, pending);
    return pending;
  }

  #show(id: number, pending: Pending): void {
    const next = shown(pending);
    changePoll(this.#client, id, () => next);
  }
}

const stores = new WeakMap<QueryClient, PollStore>();

/** The store that belongs to a query client. */
export function pollStore(client: QueryClient): PollStore {
  let store = stores.get(client);
  if (store) return store;
  const made = (store = new PollStore(client));
  stores.set(client, made);
  onHandOver(client, () => made.reset());
  return made;
}

/**
 * Sends a viewer's own change without a component observing it: a list has a card for each poll, and few of them are
 * ever pressed.
 */
export function startMutation<Answer, Variables>(
  client: QueryClient,
  options: MutationOptions<Answer, unknown, Variables>,
  variables: Variables,
): void {
  const mutation = client
    .getMutationCache()
    .build<Answer, unknown, Variables, unknown>(client, client.defaultMutationOptions(options));
  // `onError` handles the failure.
  mutation.execute(variables).catch(() => undefined);
}
