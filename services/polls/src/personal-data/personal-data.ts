import { ABSTAINED, PERSONAL_PAGE, personalDataRpc, type PersonalEntry, type PersonalPage } from '@inkling/contracts';
import { ApiError, Database, NOW, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { sql, type Expression } from 'kysely';
import { decodeCursor, encodeCursor } from '../feed/cursor.js';
import { seesPoll } from '../audience/seen.js';
import type { Tables } from '../tables.js';

/** An instant as cursors hold it, with the microseconds of the database. */
const instant = (column: 'r.created_at') =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Null where an act hides another author's poll. */
const unlessHidden = <T>(userId: number, column: Expression<T>) =>
  sql<T | null>`case when p.deleted_at is null or p.author_id = ${userId}::bigint then ${column} end`;

/** The same where the person does not see the poll, by a block or because it is for followers. */
const shown = <T>(userId: number, column: Expression<T>) =>
  unlessHidden(userId, sql<T | null>`case when ${seesPoll(userId, 'p')} then ${column} end`);

/** The chosen option's words; null where a poll takes several, in a sealed poll, and for an abstention. */
const CHOICE = sql<string | null>`case when p.method = 'single' then p.options[r.option_index + 1] end`;
/** The chosen options' words, in the voter's order if the poll is ranked. */
const CHOICES = sql<string[] | null>`case when r.option_index >= 0 then
  case p.method
    when 'single' then array[p.options[r.option_index + 1]]
    when 'multiple' then array(
      select w.word from unnest(p.options) with ordinality as w (word, at)
      where r.option_index & (1 << (w.at::int - 1)) > 0 order by w.at)
    else array(
      select p.options[c.option::int + 1] from ballot_orders o
        cross join lateral json_array_elements_text(o.choices::json) with ordinality as c (option, at)
      where o.place = r.option_index order by c.at)
  end end`;

/** Condition on the poll `p`: its author has not deleted it. */
const stored = sql<boolean>`(p.deleted_at is null or p.moderated is not null)`;

/**
 * What polls stores about a person, for their own export. A vote comes with its choice, which is the voter's own
 * (ADR 5, ADR 29): the call takes one person and goes into that person's file.
 */
@RpcController()
export class PersonalData {
  constructor(private readonly database: Database<Tables>) {}

  @Rpc(personalDataRpc.polls)
  async list({ userId, collection, after }: RpcRequestOf<typeof personalDataRpc.polls>): Promise<PersonalPage> {
    switch (collection) {
      case 'polls':
        return this.#polls(userId, idAfter(after));
      case 'comments':
        return this.#comments(userId, idAfter(after));
      case 'topics':
        return this.#topics(userId);
      default:
        return this.#reactions(collection, userId, after);
    }
  }

  async #polls(userId: number, after: number): Promise<PersonalPage> {
    const rows = await this.database.kysely
      .selectFrom('polls as p')
      .leftJoin('poll_counters as c', 'c.poll_id', 'p.id')
      .select(['p.id', 'p.question', 'p.options', 'p.media', 'p.media_info as mediaInfo'])
      .select(['p.option_images as optionImages', 'p.end_date as endDate'])
      .select(['p.show_results_before_voting as showResultsBeforeVoting', 'p.created_at as createdAt'])
      .select(['p.method', 'p.min_choices as minChoices', 'p.max_choices as maxChoices', 'p.sealed', 'p.shuffled'])
      .select(['p.quiz_answer as quizAnswer', 'p.quiz_explanation as quizExplanation', 'p.visibility'])
      .select(['p.topics', 'p.mood', 'p.context', 'p.seasonality', 'p.language', 'p.moderated'])
      .select((eb) => [
        'c.votes_count as votesCount',
        // Authors, too, see counts per option only after their own vote or the end (ADR 5).
        eb
          .case()
          .when(
            eb.or([
              eb('p.show_results_before_voting', '=', true),
              eb('p.end_date', '<=', NOW),
              eb.exists(
                eb
                  .selectFrom('votes as v')
                  .select('v.poll_id')
                  .whereRef('v.poll_id', '=', 'p.id')
                  .where('v.user_id', '=', userId),
              ),
            ]),
          )
          .then(eb.ref('c.votes'))
          .else(null)
          .end()
          .as('votes'),
      ])
      .select(['c.abstentions_count as abstentionsCount', 'c.counted_votes as countedVotes'])
      .select(['c.likes_count as likes', 'c.comments_count as comments'])
      .where('p.author_id', '=', userId)
      .where(stored)
      .where('p.id', '>', after)
      .orderBy('p.id')
      .limit(PERSONAL_PAGE)
      .execute();
    return page(rows, String(rows.at(-1)?.id));
  }

  async #comments(userId: number, after: number): Promise<PersonalPage> {
    const rows = await this.database.kysely
      .selectFrom((db) =>
        db
          .selectFrom('comments')
          .select(['id', 'poll_id', 'user_id', 'content', 'created_at'])
          .select(sql<string | null>`null::text`.as('moderated'))
          .unionAll(
            db
              .selectFrom('moderated_comments')
              .select(['comment_id as id', 'poll_id', 'user_id', 'content', 'created_at'])
              .select(sql<string | null>`state`.as('moderated'))
              .where('content', 'is not', null)
              .$narrowType<{ poll_id: number; user_id: number; content: string; created_at: Date }>(),
          )
          .as('c'),
      )
      .innerJoin('polls as p', 'p.id', 'c.poll_id')
      .select(['c.id', 'c.content', 'c.created_at as createdAt', 'c.poll_id as pollId', 'c.moderated'])
      .select((eb) => shown(userId, eb.ref('p.question')).as('question'))
      .where('c.user_id', '=', userId)
      .where(stored)
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(PERSONAL_PAGE)
      .execute();
    return page(rows, String(rows.at(-1)?.id));
  }

  async #reactions(
    collection: 'votes' | 'likes' | 'saves' | 'reminders',
    userId: number,
    after: string | undefined,
  ): Promise<PersonalPage> {
    const position = after === undefined ? undefined : decodeCursor(after, 'by-time');
    const rows = await this.database.kysely
      // The four tables have the columns read here in common; only votes has a choice.
      .selectFrom(`${collection} as r` as 'votes as r')
      .innerJoin('polls as p', 'p.id', 'r.poll_id')
      .leftJoin('authors as a', 'a.user_id', 'p.author_id')
      .select([
        'p.id as pollId',
        shown(userId, sql<string>`p.question`).as('question'),
        shown(userId, sql<string | null>`a.username`).as('author'),
        'r.created_at as at',
        instant('r.created_at').as('position'),
      ])
      .$if(collection === 'votes', (query) =>
        query.select([
          shown(userId, CHOICE).as('choice'),
          shown(userId, CHOICES).as('choices'),
          'p.sealed',
          sql<boolean>`r.option_index is not distinct from ${ABSTAINED}::int`.as('abstained'),
        ]),
      )
      .where('r.user_id', '=', userId)
      // As the index says it, which otherwise would not serve.
      .where('r.created_at', '>', sql<Date>`'-infinity'`)
      .where(stored)
      .$if(position !== undefined, (query) =>
        query.where(
          sql<boolean>`(r.created_at, r.poll_id) > (${position?.at}::timestamptz, ${position?.pollId}::bigint)`,
        ),
      )
      .orderBy('r.created_at')
      .orderBy('r.poll_id')
      .limit(PERSONAL_PAGE)
      .execute();
    const last = rows.at(-1);
    return page(
      rows.map(({ position: _position, ...entry }) => entry),
      last ? encodeCursor({ pollId: last.pollId, at: last.position }) : '',
    );
  }

  async #topics(userId: number): Promise<PersonalPage> {
    const entries = await this.database.kysely
      .selectFrom('chosen_topics')
      .select('topics')
      .where('user_id', '=', userId)
      .execute();
    return { entries, next: null };
  }
}

/** A full page may have a successor. */
const page = (entries: PersonalEntry[], last: string): PersonalPage => ({
  entries,
  next: entries.length === PERSONAL_PAGE ? last : null,
});

function idAfter(after: string | undefined): number {
  const id = Number(after ?? 0);
  if (!Number.isSafeInteger(id)) throw new ApiError('invalid-request');
  return id;
}
