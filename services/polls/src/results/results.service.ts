import {
  optionResults,
  pollsRpc,
  wholePoll,
  type Poll,
  type PollRounds,
  type ResultsFile,
  type SentPoll,
} from '@inkling/contracts';
import { ApiError, Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { sql } from 'kysely';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { PollsRepository } from '../polls/polls.repository.js';
import type { Tables } from '../tables.js';
import { runOffOf } from './run-offs.js';

interface KnownPoll {
  readonly poll: Poll;
  readonly ended: boolean;
}

/** Run-offs, and results as files (docs/product.md#results). */
@RpcController()
export class ResultsService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly unseen: UnseenPolls,
  ) {}

  /**
   * The rounds of a ranked poll that has ended, for everyone who can see the poll.
   * @throws ApiError `poll-not-found`; `followers-only`; `poll-not-ranked`; `poll-not-ended`
   */
  @Rpc(pollsRpc.rounds)
  async rounds({ pollId, viewerId }: RpcRequestOf<typeof pollsRpc.rounds>): Promise<PollRounds> {
    const { poll, ended } = await this.#find(pollId, viewerId);
    if (poll.method !== 'ranked') throw new ApiError('poll-not-ranked');
    if (!ended) throw new ApiError('poll-not-ended');
    return runOffOf(this.database.kysely, pollId, poll.options.length);
  }

  /**
   * What a poll's author sees of its results, at any time; the same for everyone who can see the poll, after its end.
   * @throws ApiError `poll-not-found`; `followers-only`; `poll-not-ended`; `results-hidden` for an author who has not
   *   voted
   */
  @Rpc(pollsRpc.results)
  async results({ pollId, viewerId }: RpcRequestOf<typeof pollsRpc.results>): Promise<ResultsFile> {
    const { poll, ended } = await this.#find(pollId, viewerId);
    if (!ended && poll.userId !== viewerId) throw new ApiError('poll-not-ended');
    if (!poll.resultsVisible) throw new ApiError('results-hidden');
    const { user, question, method, sealed, createdAt, endDate, votesCount, countedVotes, abstentionsCount } = poll;
    const decided = ended && method === 'ranked';
    const runOff = decided ? await runOffOf(this.database.kysely, pollId, poll.options.length) : undefined;
    const results = optionResults({ ...poll, winner: runOff?.winner ?? undefined });
    return {
      pollId,
      user,
      question,
      method,
      sealed,
      createdAt,
      endDate,
      ended,
      votesCount,
      abstentionsCount,
      ...(countedVotes === undefined ? {} : { countedVotes }),
      options: poll.options.map(({ text }, option) => {
        const { votes, percent, leads } = results[option]!;
        return { text, votes, percent, leads, ...(poll.quiz && { right: option === poll.quiz.answer }) };
      }),
      ...(runOff && { runOff }),
    };
  }

  /** The end is read first, so that the counts that are read after it include every vote. */
  async #find(pollId: number, viewerId: number): Promise<KnownPoll> {
    const row = await this.database.kysely
      .selectFrom('polls')
      .select(sql<boolean>`coalesce(end_date <= now(), false)`.as('ended'))
      .where('id', '=', pollId)
      .executeTakeFirst();
    const body = await this.polls.find(pollId, viewerId);
    if (!row || body === undefined) throw await this.unseen.refusal(pollId, viewerId);
    const poll = wholePoll(JSON.parse(body) as SentPoll);
    // A sealed poll shows its last votes a moment after its end.
    const whole = !poll.sealed || poll.countedVotes === poll.votesCount;
    return { poll, ended: row.ended && whole };
  }
}
