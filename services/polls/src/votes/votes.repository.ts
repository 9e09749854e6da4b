import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { maskInCode, orderAt, placeInCode, votesCounted } from '@inkling/contracts';
import { Database, Outbox } from '@inkling/platform';
import type { TallyRow } from '../live/live-tallies.js';
import type { Ballot, PlainResult, VoteResult } from './vote-recorder.js';
import { ballotResultsOn, earlierVote, multipleResultsOn, rankedResultsOn, singleResultsOn } from './vote-results.js';
import {
  EARLIER_CHOICES,
  RECORD_BALLOTS,
  RECORD_MULTIPLE,
  RECORD_RANKED,
  RECORD_SINGLE,
  type EarlierChoice,
  type Recorded,
  type RecordedBallots,
  type RecordedSingle,
} from './votes.sql.js';

export interface RecordedBatch {
  /** In the order of the ballots. */
  readonly results: readonly PlainResult[];
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
   * Records a batch of distinct (poll, user) pairs in one commit and returns an outcome for each. A vote on a poll of
   * another kind is left to the other statements; its outcome is `not-plain`.
   * @throws the database's error; the outcome of the whole batch is unknown then
   */
  recordSingle(ballots: readonly Ballot[]): Promise<RecordedBatch> {
    return this.#record(ballots, placeInCode, singleResultsOn, (values) =>
      this.database.query<RecordedSingle>({ name: 'votes-record', text: RECORD_SINGLE, values }),
    );
  }

  /** The same for polls with the method `multiple` that are not sealed and not for followers. */
  recordMultiple(ballots: readonly Ballot[]): Promise<RecordedBatch> {
    return this.#record(ballots, maskInCode, multipleResultsOn, (values) =>
      this.database.query<RecordedSingle>({ name: 'votes-record-multiple', text: RECORD_MULTIPLE, values }),
    );
  }

  /** The same for polls with the method `ranked` that are not sealed and not for followers. */
  recordRanked(ballots: readonly Ballot[]): Promise<RecordedBatch> {
    return this.#record(ballots, placeInCode, rankedResultsOn, (values, sorted) =>
      this.database.query<RecordedSingle>({
        name: 'votes-record-ranked',
        text: RECORD_RANKED,
        values: [...values, column(sorted.map(({ code }) => maskInCode(code)))],
      }),
    );
  }

  /** The same for polls of every kind. */
  recordBallots(ballots: readonly Ballot[]): Promise<RecordedBatch> {
    return this.#record(ballots, placeInCode, ballotResultsOn, (values, sorted) =>
      this.database.query<RecordedBallots>({
        name: 'votes-record-ballots',
        text: RECORD_BALLOTS,
        values: [
          ...values,
          column(sorted.map(({ code }) => maskInCode(code))),
          column(sorted.map(({ code }) => 1 << orderAt(placeInCode(code))[0]!)),
        ],
      }),
    );
  }

  async #record<Row extends Recorded>(
    ballots: readonly Ballot[],
    choiceIn: (code: number) => number,
    resultsOn: (row: Row) => (ballot: Ballot) => PlainResult,
    statement: (values: string[], sorted: readonly Ballot[]) => Promise<Row[]>,
  ): Promise<RecordedBatch> {
    const sorted = ballots.toSorted((a, b) => a.pollId - b.pollId || a.userId - b.userId);
    const votesPerPoll = new Map<number, number>();
    for (const { pollId } of sorted) votesPerPoll.set(pollId, (votesPerPoll.get(pollId) ?? 0) + 1);
    // A new correlation id for the batch: a request's id belongs to one voter (ADR 5).
    const event = this.outbox.openRow(votesCounted, { correlationId: randomUUID() });
    const values = [
      column(sorted.map((ballot) => ballot.pollId)),
      column(sorted.map((ballot) => ballot.userId)),
      column(sorted.map((ballot) => choiceIn(ballot.code))),
      column([...votesPerPoll.keys()]),
      column([...votesPerPoll.values()]),
      event.eventId,
      event.head,
    ];
    const rows = await statement(values, sorted);
    const raised = rows.flatMap((row) => (row.counted === null ? [] : [{ tally: row, count: row.counted }]));
    if (raised.length > 0) this.outbox.wake();
    const resultOn = new Map(rows.map((row) => [row.poll_id, resultsOn(row)]));
    const results = ballots.map((ballot) => resultOn.get(ballot.pollId)!(ballot));
    return { results: await this.#withEarlierVotes(ballots, results), raised };
  }

  async #withEarlierVotes(
    ballots: readonly Ballot[],
    results: readonly PlainResult[],
  ): Promise<readonly PlainResult[]> {
    const repeated = ballots.filter((_, index) => results[index]!.outcome === 'already-voted');
    if (repeated.length === 0) return results;
    // The batch is committed: failing to read the choices must not cost the other voters their answer.
    const earlier = await this.#earlierVotes(repeated).catch(() => new Map<string, VoteResult>());
    return results.map((result, index) => {
      if (result.outcome !== 'already-voted') return result;
      return earlier.get(`${ballots[index]!.pollId}:${ballots[index]!.userId}`) ?? result;
    });
  }

  /** Results of second votes by `poll:user`. */
  async #earlierVotes(ballots: readonly Ballot[]): Promise<Map<string, VoteResult>> {
    const rows = await this.database.query<EarlierChoice>({
      name: 'votes-earlier-choices',
      text: EARLIER_CHOICES,
      values: [column(ballots.map((ballot) => ballot.pollId)), column(ballots.map((ballot) => ballot.userId))],
    });
    return new Map(rows.map((row) => [`${row.poll_id}:${row.user_id}`, earlierVote(row.method, row.choice)]));
  }
}
