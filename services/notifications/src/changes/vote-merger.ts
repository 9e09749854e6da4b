import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { enqueuePushes, isFresh, type PushRequest } from '../push/push-queue.js';
import type { Recipient } from '../list/live-notifications.js';
import type { WaitingGroup } from './change-queue.repository.js';
import { voteWords } from '../push/push-words.js';
import { UnreadCounts, type ReadState } from '../list/unread-counts.repository.js';
import {
  VoteMergerRepository,
  type AddedVotes,
  type GrowingNotification,
  type GrownVotes,
} from './vote-merger.repository.js';
import { VoterDraws } from './voter-draws.js';

/** Polls whose voters are asked for at once. */
const ASKED_AT_ONCE = 8;

/** What became of many groups. Those that are in neither list are done, or somebody else has them. */
export interface BatchResult {
  readonly recipients: readonly Recipient[];
  /** To be folded one by one. */
  readonly alone: readonly WaitingGroup[];
}

/**
 * Folds the votes on many polls in one transaction, where there is no more to it than adding them up and naming
 * someone: the poll is known and not deleted, and its voters can be had where one of them is to be named. The tables
 * are the same afterwards as if each group had been folded by itself, in their order. Voters are asked for before the
 * transaction. Locks are taken in the usual order, polls before users by id before notices; it never waits for a poll.
 */
@Injectable()
export class VoteMerger {
  constructor(
    private readonly database: Database,
    private readonly repository: VoteMergerRepository,
    private readonly unread: UnreadCounts,
    private readonly voters: VoterDraws,
    private readonly preferences: PreferencesRepository,
  ) {}

  /**
   * @param groups of kind `vote`
   * @throws what the database throws; then nothing has been folded
   */
  async merge(groups: readonly WaitingGroup[]): Promise<BatchResult> {
    const byPoll = new Map<number, WaitingGroup>();
    const alone: WaitingGroup[] = [];
    for (const group of groups) {
      // Votes of one poll add up one after another.
      if (byPoll.has(group.objectId)) alone.push(group);
      else byPoll.set(group.objectId, group);
    }
    const asked = [...byPoll.values()];
    const candidates = await this.#candidates(asked);
    return this.database.transaction(async (tx) => {
      const taken = await this.repository.take(
        tx,
        asked,
        asked.map(({ objectId }) => candidates.has(objectId)),
        this.voters.minVoters,
      );
      const left = taken.filter((each) => each.alone).map(({ place }) => asked[place]!);
      const votes = taken.flatMap(({ place, added, votes: total, at, authorId, due }): AddedVotes[] => {
        const { recipientId, objectId: pollId } = asked[place]!;
        return added === null
          ? []
          : [
              {
                recipientId,
                pollId,
                added,
                votes: total,
                at,
                authorId,
                candidates: due ? candidates.get(pollId) : undefined,
              },
            ];
      });
      return { recipients: await this.#notify(tx, votes), alone: [...alone, ...left] };
    });
  }

  /** By poll, voters in random order, where somebody is to be named and they can be had. */
  async #candidates(groups: readonly WaitingGroup[]): Promise<Map<number, readonly number[]>> {
    const found = new Map<number, readonly number[]>();
    const due = (await this.repository.due(groups, this.voters.minVoters)).map((place) => groups[place]!.objectId);
    const ask = async (): Promise<void> => {
      for (let pollId = due.pop(); pollId !== undefined; pollId = due.pop()) {
        const userIds = await this.voters.draw(pollId);
        if (userIds) found.set(pollId, userIds);
      }
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
    return found;
  }

  async #notify(tx: Transaction, votes: readonly AddedVotes[]): Promise<Recipient[]> {
    if (votes.length === 0) return [];
    const notices = numbered(
      votes,
      await this.unread.lock(
        tx,
        votes.map(({ recipientId }) => recipientId),
      ),
    );
    const drawn = notices.flatMap(({ pollId, candidates }) => (candidates ? [{ pollId, userIds: candidates }] : []));
    const actors = await this.preferences.nameable(tx, drawn, this.voters.minVoters);
    const grown = await this.repository.grow(tx, notices, actors);
    await enqueuePushes(
      tx,
      grown.flatMap((each) => pushOf(notices[each.place]!, each, actors)),
    );
    return grown.flatMap(({ place, notificationId }) =>
      notificationId === null ? [] : [{ userId: notices[place]!.recipientId, notificationId }],
    );
  }
}

/** Gives each notice a number of its recipient's, in their order; a state has the last of those. */
function numbered(votes: readonly AddedVotes[], states: ReadonlyMap<number, ReadState>): GrowingNotification[] {
  const left = new Map<number, number>();
  for (const { recipientId } of votes) left.set(recipientId, (left.get(recipientId) ?? 0) + 1);
  return votes.map((each) => {
    const { seq, readSeq } = states.get(each.recipientId)!;
    const later = left.get(each.recipientId)! - 1;
    left.set(each.recipientId, later);
    return { ...each, seq: seq - later, readSeq };
  });
}

function pushOf(
  notice: GrowingNotification,
  { notificationId, question, name }: GrownVotes,
  actors: ReadonlyMap<number, number>,
): PushRequest[] {
  const { recipientId: userId, pollId, votes, at } = notice;
  if (question === null || !isFresh(at)) return [];
  const names = actors.get(pollId);
  return [
    {
      userId,
      kind: 'vote',
      ...(notificationId === null ? {} : { notificationId }),
      ...voteWords(name, votes, question),
      link: `/poll/${pollId}`,
      ...(names === undefined ? {} : { names }),
    },
  ];
}
