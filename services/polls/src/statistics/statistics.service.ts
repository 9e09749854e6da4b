import { pollsRpc, wholePoll, type Poll, type PollStatistics, type SentPoll } from '@inkling/contracts';
import { ApiError, Database, LruCache, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { sql } from 'kysely';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { PollsRepository } from '../polls/polls.repository.js';
import type { Tables } from '../tables.js';
import { viewsToTell } from '../views/poll-views.js';
import { toldVoters } from './commenting-voters.js';
import { TOLD_TOGETHER, totalsOverTime } from './totals.js';
import { VoteHours } from './vote-hours.js';

/** How long the number of people who commented on an open poll is kept, and for how many polls. */
const PEOPLE_MS = 5_000;
const PEOPLE_MAX = 10_000;

interface Commenters {
  readonly people: number;
  /** Those of them who voted. */
  readonly voters: number;
}

/** What only the author of a poll sees (docs/product.md#statistics). */
@RpcController()
export class StatisticsService {
  readonly #people = new LruCache<number, { people: number; until: number }>(PEOPLE_MAX);

  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly hours: VoteHours,
    private readonly unseen: UnseenPolls,
  ) {}

  /**
   * Totals, views and commenters of an own poll.
   * @throws ApiError `poll-not-found`; `followers-only`; `forbidden` for anyone but the author; `unavailable`
   */
  @Rpc(pollsRpc.statistics)
  async statistics({ pollId, viewerId }: RpcRequestOf<typeof pollsRpc.statistics>): Promise<PollStatistics> {
    const clock = await this.#clock(pollId);
    const body = await this.polls.find(pollId, viewerId);
    if (!clock || body === undefined) throw await this.unseen.refusal(pollId, viewerId);
    const poll = wholePoll(JSON.parse(body) as SentPoll);
    if (poll.userId !== viewerId)
      throw new ApiError('forbidden', { message: 'Only its author can see the statistics of a poll.' });
    const { sealed, votesCount, abstentionsCount } = poll;
    const [totals, commenters, views] = await Promise.all([
      sealed ? null : this.#totals(poll, clock.until),
      sealed ? null : this.#commenters(poll, clock.settled),
      this.#views(pollId),
    ]);
    return { pollId, ended: clock.ended, sealed, votesCount, abstentionsCount, totals, commenters, views };
  }

  /** Read before the votes, so that the votes of a poll that has ended are all counted. */
  #clock(pollId: number) {
    const ended = sql<boolean>`coalesce(end_date <= now(), false)`;
    // Votes from before the end may still be under way: no statement takes longer.
    const settled = sql<boolean>`coalesce(end_date <= now() - interval '10 seconds', false)`;
    return this.database.kysely
      .selectFrom('polls')
      .select([ended.as('ended'), settled.as('settled'), sql<Date>`least(end_date, now())`.as('until')])
      .where('id', '=', pollId)
      .executeTakeFirst();
  }

  async #totals({ id, createdAt, votesCount }: Poll, until: Date): Promise<PollStatistics['totals']> {
    const hours = await this.hours.totals(id);
    return totalsOverTime(hours, { from: Date.parse(createdAt), until: until.getTime(), votesCount });
  }

  /** In steps of five (ADR 5). */
  async #views(pollId: number): Promise<PollStatistics['views']> {
    const counted = await this.database.kysely
      .selectFrom('poll_statistics')
      .select([viewsToTell('page').as('page'), viewsToTell('feed').as('feed')])
      .where('poll_id', '=', pollId)
      .executeTakeFirst();
    const stepOf = (views = 0): number => views - (views % TOLD_TOGETHER);
    return { page: stepOf(counted?.page), feed: stepOf(counted?.feed) };
  }

  async #commenters(poll: Poll, settled: boolean): Promise<PollStatistics['commenters']> {
    const voters = poll.votesCount - (poll.userVoted ? 1 : 0);
    if (voters < TOLD_TOGETHER) return null;
    const { people, voters: voted } = settled
      ? await this.#commentersAtEnd(poll)
      : { people: await this.#peopleNow(poll), voters: undefined };
    // While votes and comments come, a number that moves would tell with which of them it did.
    const told = voted === undefined ? { least: 0, most: people } : toldVoters(people, voted);
    const percent = (count: number): number => (100 * Math.min(count, voters)) / voters;
    if (told.least === told.most) {
      const share = Math.round(percent(told.least));
      return { people, least: share, most: share };
    }
    return { people, least: Math.floor(percent(told.least)), most: Math.ceil(percent(told.most)) };
  }

  async #peopleNow({ id, userId }: Poll): Promise<number> {
    const kept = this.#people.get(id);
    if (kept && kept.until > Date.now()) return kept.people;
    this.#people.delete(id);
    const load = async () => ({ people: await this.#countPeople(id, userId), until: Date.now() + PEOPLE_MS });
    return (await this.#people.load(id, load)).people;
  }

  async #countPeople(pollId: number, authorId: number): Promise<number> {
    const { people } = await this.#comments(pollId, authorId)
      .select(sql<number>`count(distinct c.user_id)::int`.as('people'))
      .executeTakeFirstOrThrow();
    return people;
  }

  /**
   * Counted once, at the author's first look after the end, and stored: a later deletion of a comment, which the author
   * can bring about, would otherwise tell whether its writer voted.
   */
  async #commentersAtEnd({ id, userId }: Poll): Promise<Commenters> {
    const { kysely } = this.database;
    const stored = await kysely
      .selectFrom('poll_statistics')
      .select(['commenters as people', 'commenting_voters as voters'])
      .where('poll_id', '=', id)
      .where('commenters', 'is not', null)
      .$narrowType<{ people: number; voters: number }>()
      .executeTakeFirst();
    if (stored) return stored;
    const counted = await kysely
      .selectFrom(
        this.#comments(id, userId)
          .innerJoin('polls as p', 'p.id', 'c.poll_id')
          .whereRef('c.created_at', '<=', 'p.end_date')
          .select('c.user_id')
          .distinct()
          .as('w'),
      )
      .leftJoin('votes as v', (join) =>
        join.on('v.poll_id', '=', id).onRef('v.user_id', '=', 'w.user_id').on('v.option_index', '>=', 0),
      )
      .select([sql<number>`count(*)::int`.as('people'), sql<number>`count(v.user_id)::int`.as('voters')])
      .executeTakeFirstOrThrow();
    return kysely
      .insertInto('poll_statistics')
      .values({ poll_id: id, commenters: counted.people, commenting_voters: counted.voters })
      .onConflict((conflict) =>
        conflict.column('poll_id').doUpdateSet((eb) => ({
          commenters: eb.fn.coalesce('poll_statistics.commenters', 'excluded.commenters'),
          commenting_voters: eb.fn.coalesce('poll_statistics.commenting_voters', 'excluded.commenting_voters'),
        })),
      )
      .returning(['commenters as people', 'commenting_voters as voters'])
      .$narrowType<{ people: number; voters: number }>()
      .executeTakeFirstOrThrow();
  }

  /** Comments of others than the author. */
  #comments(pollId: number, authorId: number) {
    return this.database.kysely
      .selectFrom('comments as c')
      .where('c.poll_id', '=', pollId)
      .where('c.user_id', '<>', authorId);
  }
}
