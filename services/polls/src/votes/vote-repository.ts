import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { POLL_OPTIONS_MAX, votesCounted } from '@inkling/contracts';
import { Database, Outbox, isRetryable } from '@inkling/platform';
import type { TallyRow } from '../live/tally-row.js';
import { openRow } from '../outbox-head.js';
import type { Ballot, VoteResult } from './vote-lanes.js';
import { EARLIER_CHOICES, RECORD_VOTES } from './vote-sql.js';

/** A statement that gets no answer gives its lane back; its votes are told that their outcome is unknown. */
const PATIENCE_MS = 10_000;

interface PollRow extends TallyRow {
  options: number | null;
  ended: boolean | null;
  counted: number | null;
  voters: string[] | null;
  text: string | null;
  likers: string[];
  savers: string[];
}

export interface RecordedBatch {
  /** In the order of the ballots. */
  readonly results: VoteResult[];
  /** Polls whose tallies were raised, and by how much. */
  readonly raised: { readonly tally: TallyRow; readonly count: number }[];
}

const column = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;

/** The one place where votes are written. */
@Injectable()
export class VoteRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Records a batch of distinct (poll, user) pairs in one commit and tells each its outcome.
   * @throws what the database throws; then nothing is known of the batch
   */
  async record(ballots: readonly Ballot[]): Promise<RecordedBatch> {
    const sorted = ballots.toSorted((a, b) => a.pollId - b.pollId || a.userId - b.userId);
    const asked = new Map<number, number>();
    for (const { pollId } of sorted) asked.set(pollId, (asked.get(pollId) ?? 0) + 1);
    // The batch's own correlation id: a request belongs to one voter (decisions, Anonymity).
    const event = openRow(this.outbox, votesCounted, { correlationId: randomUUID() });
    const rows = await this.#retried<PollRow>({
      name: 'votes-record',
      text: RECORD_VOTES,
      values: [
        column(sorted.map((ballot) => ballot.pollId)),
        column(sorted.map((ballot) => ballot.userId)),
        // Any option that no poll can have is as good as another, and this one fits the column.
        column(sorted.map((ballot) => Math.min(ballot.option, POLL_OPTIONS_MAX))),
        column([...asked.keys()]),
        column([...asked.values()]),
        event.eventId,
        event.head,
      ],
    });
    const raised = rows.flatMap((row) =>
      row.counted === null ? [] : [{ tally: row as TallyRow, count: row.counted }],
    );
    if (raised.length > 0) this.outbox.wake();
    return { results: await this.#results(ballots, rows), raised };
  }

  async #results(ballots: readonly Ballot[], rows: readonly PollRow[]): Promise<VoteResult[]> {
    const polls = new Map(rows.map((row) => [Number(row.poll_id), describe(row)]));
    const results = ballots.map((ballot) => polls.get(ballot.pollId)!(ballot));
    const repeated = ballots.filter((_, index) => results[index]!.outcome === 'already-voted');
    if (repeated.length === 0) return results;
    // The batch is committed: losing the choices must not cost the other voters their answer.
    const choices = await this.#earlierChoices(repeated).catch(() => new Map<string, number>());
    return results.map((result, index) => {
      if (result.outcome !== 'already-voted') return result;
      const choice = choices.get(`${ballots[index]!.pollId}:${ballots[index]!.userId}`);
      return choice === undefined ? result : { ...result, choice };
    });
  }

  async #earlierChoices(ballots: readonly Ballot[]): Promise<Map<string, number>> {
    const rows = await this.#retried<{ poll_id: string; user_id: string; choice: number | null }>({
      name: 'votes-earlier-choices',
      text: EARLIER_CHOICES,
      values: [column(ballots.map((ballot) => ballot.pollId)), column(ballots.map((ballot) => ballot.userId))],
    });
    return new Map(
      rows.flatMap((row) => (row.choice === null ? [] : [[`${row.poll_id}:${row.user_id}`, row.choice] as const])),
    );
  }

  async #retried<R extends object>(sql: { name: string; text: string; values: unknown[] }): Promise<R[]> {
    const patient = { ...sql, query_timeout: PATIENCE_MS };
    try {
      return await this.database.query<R>(patient);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return this.database.query<R>(patient);
    }
  }
}

/** How one poll's row answers each of its ballots. */
function describe(row: PollRow): (ballot: Ballot) => VoteResult {
  if (row.options === null) return () => ({ outcome: 'poll-not-found' });
  if (row.ended) return () => ({ outcome: 'poll-ended' });
  const options = row.options;
  const pollId = Number(row.poll_id);
  const poll = row.text === null ? undefined : { pollId, text: row.text };
  const voters = row.voters && new Set(row.voters);
  const likers = new Set(row.likers);
  const savers = new Set(row.savers);
  return ({ userId, option }) => {
    if (option >= options) return { outcome: 'bad-option' };
    const user = String(userId);
    if (!poll || (voters && !voters.has(user))) return { outcome: 'already-voted' };
    return { outcome: 'recorded', poll, liked: likers.has(user), saved: savers.has(user) };
  };
}
