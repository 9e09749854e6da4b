import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { POLL_OPTIONS_MAX, placeInCode, votesCounted } from '@inkling/contracts';
import { Database, Outbox } from '@inkling/platform';
import type { TallyRow } from '../live/live-tallies.js';
import type { Ballot, VoteResult } from './vote-recorder.js';
import { EARLIER_CHOICES, RECORD_VOTES, type EarlierChoice, type RecordedPoll } from './votes.sql.js';

export interface RecordedBatch {
  /** In the order of the ballots. */
  readonly results: VoteResult[];
  /** Polls whose tallies were raised, and by how much. */
  readonly raised: { readonly tally: TallyRow; readonly count: number }[];
}

const column = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;

/** The one place where votes are written. */
@Injectable()
export class VotesRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Records a batch of distinct (poll, user) pairs in one commit and returns an outcome for each.
   * @throws the database's error; the outcome of the whole batch is unknown then
   */
  async record(ballots: readonly Ballot[]): Promise<RecordedBatch> {
    const sorted = ballots.toSorted((a, b) => a.pollId - b.pollId || a.userId - b.userId);
    const votesPerPoll = new Map<number, number>();
    for (const { pollId } of sorted) votesPerPoll.set(pollId, (votesPerPoll.get(pollId) ?? 0) + 1);
    // A new correlation id for the batch: a request's id belongs to one voter (ADR 5).
    const event = this.outbox.openRow(votesCounted, { correlationId: randomUUID() });
    const rows = await this.database.query<RecordedPoll>({
      name: 'votes-record',
      text: RECORD_VOTES,
      values: [
        column(sorted.map((ballot) => ballot.pollId)),
        column(sorted.map((ballot) => ballot.userId)),
        // Clamp to an option that no poll has, so that any number fits the column.
        column(sorted.map((ballot) => Math.min(placeInCode(ballot.code), POLL_OPTIONS_MAX))),
        column([...votesPerPoll.keys()]),
        column([...votesPerPoll.values()]),
        event.eventId,
        event.head,
      ],
    });
    const raised = rows.flatMap((row) => (row.counted === null ? [] : [{ tally: row, count: row.counted }]));
    if (raised.length > 0) this.outbox.wake();
    return { results: await this.#resultsOf(ballots, rows), raised };
  }

  async #resultsOf(ballots: readonly Ballot[], rows: readonly RecordedPoll[]): Promise<VoteResult[]> {
    const resultOn = new Map(rows.map((row) => [row.poll_id, resultsOn(row)]));
    const results = ballots.map((ballot) => resultOn.get(ballot.pollId)!(ballot));
    const repeated = ballots.filter((_, index) => results[index]!.outcome === 'already-voted');
    if (repeated.length === 0) return results;
    // The batch is committed: failing to read the choices must not cost the other voters their answer.
    const choices = await this.#earlierChoices(repeated).catch(() => new Map<string, number>());
    return results.map((result, index) => {
      if (result.outcome !== 'already-voted') return result;
      const choice = choices.get(`${ballots[index]!.pollId}:${ballots[index]!.userId}`);
      return choice === undefined ? result : { ...result, choice, choices: [choice] };
    });
  }

  /** Earlier choices by `poll:user`. */
  async #earlierChoices(ballots: readonly Ballot[]): Promise<Map<string, number>> {
    const rows = await this.database.query<EarlierChoice>({
      name: 'votes-earlier-choices',
      text: EARLIER_CHOICES,
      values: [column(ballots.map((ballot) => ballot.pollId)), column(ballots.map((ballot) => ballot.userId))],
    });
    return new Map(
      rows.flatMap((row) => (row.choice === null ? [] : [[`${row.poll_id}:${row.user_id}`, row.choice] as const])),
    );
  }
}

/** The result of each ballot on the poll of this row. */
function resultsOn(row: RecordedPoll): (ballot: Ballot) => VoteResult {
  if (row.options === null) return () => ({ outcome: 'poll-not-found' });
  if (row.apart.length === 0) return resultsForAll(row, row.options);
  const apart = new Set(row.apart);
  const forOthers = resultsForAll(row, row.options);
  return (ballot) => (apart.has(ballot.userId) ? { outcome: 'poll-not-found' } : forOthers(ballot));
}

/** The same for voters whom no block separates from the poll's author. */
function resultsForAll(row: RecordedPoll, options: number): (ballot: Ballot) => VoteResult {
  if (row.ended) return () => ({ outcome: 'poll-ended' });
  const poll = row.text === null ? undefined : { pollId: row.poll_id, text: row.text };
  const voters = row.voters && new Set(row.voters);
  const likers = new Set(row.likers);
  const savers = new Set(row.savers);
  return ({ userId, code }) => {
    if (placeInCode(code) >= options) return { outcome: 'bad-option' };
    if (!poll || (voters && !voters.has(userId))) return { outcome: 'already-voted' };
    return { outcome: 'recorded', poll, liked: likers.has(userId), saved: savers.has(userId) };
  };
}
