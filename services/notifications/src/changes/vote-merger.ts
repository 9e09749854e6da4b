import { Injectable } from '@nestjs/common';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import type { Recipient } from '../list/live-notifications.js';
import { UnreadCounts, type ReadState } from '../list/unread-counts.repository.js';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { PollProjection } from '../projections/poll-projection.js';
import { enqueuePushes, isFresh, type PushRequest } from '../push/push-queue.js';
import { voteWords } from '../push/push-words.js';
import type { Tables } from '../tables.js';
import { ChangeQueue, type WaitingGroup } from './change-queue.repository.js';
import {
  pollStates,
  takeVotes,
  writeVotes,
  type PollState,
  type TakenVotes,
  type VoteNotification,
  type WrittenVotes,
} from './vote-merger.sql.js';
import { VoterDraws } from './voter-draws.js';

/** Calls to the polls service at once. */
const CALLS_AT_ONCE = 8;
/** When the polls service could not draw voters, the next attempt to name one. */
const RETRY_NAMING_MS = 5_000;

/** A group of votes on a known poll. */
interface PollVotes {
  readonly group: WaitingGroup;
  /** A draw of voters was due, and was tried. */
  readonly drawn: boolean;
  /** Voters in random order; undefined when no draw was due or the polls service could not be asked. */
  readonly candidates: readonly number[] | undefined;
}

/**
 * Merges votes on many polls into notifications, in one transaction. A voter is named only after a draw from all voters
 * that leaves everybody's choice open: authors see the counts move, so a name that came with a single vote would reveal
 * that vote (ADR 5). Locks are taken in the usual order (polls, users by id, notifications), and it never waits for a
 * poll.
 */
@Injectable()
export class VoteMerger {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollProjection,
    private readonly changes: ChangeQueue,
    private readonly unread: UnreadCounts,
    private readonly voters: VoterDraws,
    private readonly preferences: PreferencesRepository,
  ) {}

  /**
   * Changes that cannot be merged yet stay in the queue: a second group of the same poll, a poll that is unknown or
   * locked by another transaction, a draw that has just become due.
   * @param groups of kind `vote`
   * @throws what the database throws; nothing has been merged then
   */
  async merge(groups: readonly WaitingGroup[]): Promise<Recipient[]> {
    const seen = new Set<number>();
    const batch = await this.#prepare(groups.filter(({ objectId }) => !seen.has(objectId) && seen.add(objectId)));
    if (batch.length === 0) return [];
    return this.database.transaction(async (tx) => {
      const taken = await takeVotes(
        tx,
        batch.map(({ group }) => group),
        batch.map(({ drawn }) => drawn),
        this.voters.minVoters,
      );
      return taken.length === 0 ? [] : this.#write(tx, batch, taken);
    });
  }

  /** Before the transaction: learns of unknown polls, clears up after deleted ones and draws voters. */
  async #prepare(groups: readonly WaitingGroup[]): Promise<PollVotes[]> {
    const states = await pollStates(this.database, groups, this.voters.minVoters);
    const deleted = states.filter(({ poll }) => poll === 'deleted').map(({ place }) => groups[place]!);
    if (deleted.length > 0) await this.changes.replaceByRemoval(deleted);
    const prepared = await mapAtOnce(states, CALLS_AT_ONCE, (state) => this.#prepareOne(groups[state.place]!, state));
    return prepared.filter((each) => each !== undefined);
  }

  async #prepareOne(group: WaitingGroup, { poll, due }: PollState): Promise<PollVotes | undefined> {
    if (poll === 'deleted') return undefined;
    if (poll === 'known')
      return { group, drawn: due, candidates: due ? await this.voters.draw(group.objectId) : undefined };
    try {
      const waitMs = await this.polls.ensureKnown(group.objectId, group.recipientId, group.age);
      if (waitMs > 0) await this.changes.postpone(group, waitMs);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await this.changes.retry(group);
    }
    return undefined;
  }

  async #write(
    tx: Transaction<Tables>,
    batch: readonly PollVotes[],
    taken: readonly TakenVotes[],
  ): Promise<Recipient[]> {
    const votes = taken.map((each) => ({ ...each, ...batch[each.place]! }));
    const recipientIds = votes.map(({ group }) => group.recipientId);
    const numbers = numbering(await this.unread.lock(tx, recipientIds), recipientIds);
    const draws = votes.flatMap(({ group, due, candidates }) =>
      due && candidates ? [{ pollId: group.objectId, userIds: candidates }] : [],
    );
    const actors = await this.preferences.nameable(tx, draws, this.voters.minVoters);
    const undrawn = votes.filter(({ due, candidates }) => due && !candidates).map(({ group }) => group);
    if (undrawn.length > 0) await this.changes.retryNaming(tx, undrawn, RETRY_NAMING_MS);
    const drawn = new Set(draws.map(({ pollId }) => pollId));
    const notifications = votes.map(({ group, added, votes: total, at }, index): VoteNotification => {
      const { recipientId, objectId: pollId } = group;
      const { seq, readSeq } = numbers[index]!;
      const actorId = actors.get(pollId) ?? null;
      return { recipientId, pollId, added, votes: total, at, seq, readSeq, drawn: drawn.has(pollId), actorId };
    });
    const written = await writeVotes(tx, notifications);
    await enqueuePushes(
      tx,
      written.flatMap((each) => pushOf(notifications[each.place]!, each)),
    );
    return written.flatMap(({ place, notificationId }) =>
      notificationId === null ? [] : [{ userId: notifications[place]!.recipientId, notificationId }],
    );
  }
}

/** The read state for each notification. `states` has the last number of each recipient; earlier ones count down. */
function numbering(states: ReadonlyMap<number, ReadState>, recipientIds: readonly number[]): ReadState[] {
  const left = new Map<number, number>();
  for (const id of recipientIds) left.set(id, (left.get(id) ?? 0) + 1);
  return recipientIds.map((id) => {
    const state = states.get(id)!;
    const later = left.get(id)! - 1;
    left.set(id, later);
    return { ...state, seq: state.seq - later };
  });
}

function pushOf(
  { recipientId: userId, pollId, votes, at, actorId }: VoteNotification,
  { notificationId, question, name }: WrittenVotes,
): PushRequest[] {
  if (question === null || !isFresh(at)) return [];
  return [
    {
      userId,
      kind: 'vote',
      notificationId: notificationId ?? undefined,
      ...voteWords(name, votes, question),
      link: `/poll/${pollId}`,
      names: actorId ?? undefined,
    },
  ];
}

/** Applies `map` to all items, to at most `limit` of them at once. */
async function mapAtOnce<T, R>(items: readonly T[], limit: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await map(items[index]!);
  };
  await Promise.all(Array.from({ length: limit }, run));
  return results;
}
