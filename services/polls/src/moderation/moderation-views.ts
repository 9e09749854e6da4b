import { DELETED_USER_ID, pollsRpc, type ActObject, type Author, type RpcReply } from '@inkling/contracts';
import { ApiError, Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { sql } from 'kysely';
import { seesPoll } from '../audience/seen.js';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { together } from '../hidden/together.js';
import type { Tables } from '../tables.js';

type View = RpcReply<typeof pollsRpc.moderationView>;

/** What reports and cases show of polls, comments and people: totals of votes, never a choice (ADR 5, ADR 30). */
@RpcController()
export class ModerationViews {
  constructor(
    private readonly database: Database<Tables>,
    private readonly unseen: UnseenPolls,
  ) {}

  /**
   * The content as it is now. With a viewer only what that person can see; without one also what is hidden.
   * @throws ApiError the code of an unknown poll, comment or user
   */
  @Rpc(pollsRpc.moderationView)
  view({ kind, id, viewerId }: RpcRequestOf<typeof pollsRpc.moderationView>): Promise<View> {
    if (kind === 'comment') return this.#comment(id, viewerId);
    if (kind === 'profile') return this.#profile(id, viewerId);
    return this.#poll(kind, id, viewerId);
  }

  /** How much a person has written that is not deleted. */
  @Rpc(pollsRpc.authorTotals)
  async totals({ userId }: RpcRequestOf<typeof pollsRpc.authorTotals>): Promise<{ polls: number; comments: number }> {
    const [author, { comments }] = await Promise.all([
      this.database.kysely.selectFrom('authors').select('polls_count').where('user_id', '=', userId).executeTakeFirst(),
      this.database.kysely
        .selectFrom('comments')
        .select(({ fn }) => fn.countAll<number>().as('comments'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow(),
    ]);
    return { polls: author?.polls_count ?? 0, comments };
  }

  async #poll(kind: 'poll' | 'picture', id: number, viewerId: number | undefined): Promise<View> {
    const row = await this.database.kysely
      .selectFrom('polls as p')
      .leftJoin('poll_counters as c', 'c.poll_id', 'p.id')
      .leftJoin('moderated_counters as h', 'h.poll_id', 'p.id')
      .leftJoin('authors as a', 'a.user_id', 'p.author_id')
      .select([
        'p.id',
        'p.author_id',
        'p.question',
        'p.options',
        'p.media',
        'p.media_info',
        'p.option_images',
        'p.end_date',
        'p.created_at',
      ])
      .select(['a.name', 'a.username', 'a.profile_picture'])
      .select(({ fn }) => fn.coalesce('c.votes_count', 'h.votes_count', sql<number>`0`).as('votes_count'))
      .where('p.id', '=', id)
      .where((eb) =>
        viewerId === undefined
          ? eb.or([eb('p.deleted_at', 'is', null), eb('p.moderated', 'is not', null)])
          : eb.and([eb('p.deleted_at', 'is', null), seesPoll(viewerId, 'p')]),
      )
      .executeTakeFirst();
    if (!row) throw viewerId === undefined ? new ApiError('poll-not-found') : await this.unseen.refusal(id, viewerId);
    if (kind === 'picture' && row.media === null && row.option_images === null) throw new ApiError('poll-not-found');
    const author = authorOf(row.author_id, row);
    const written = {
      id,
      author,
      question: row.question,
      createdAt: row.created_at.toISOString(),
      media: row.media,
      mediaInfo: row.media_info,
      ...(row.option_images ? { optionImages: row.option_images } : {}),
    };
    const content: View['content'] =
      kind === 'picture'
        ? { ...written, kind }
        : {
            ...written,
            kind,
            options: row.options,
            endDate: row.end_date?.toISOString() ?? null,
            votesCount: row.votes_count,
          };
    return { authorId: idOf(row.author_id), content };
  }

  async #comment(id: number, viewerId: number | undefined): Promise<View> {
    const row = await this.database.kysely
      .selectFrom((db) =>
        db
          .selectFrom('comments')
          .select(['id', 'user_id', 'poll_id', 'content', 'created_at'])
          .where('id', '=', id)
          .$if(viewerId === undefined, (query) =>
            query.unionAll(
              db
                .selectFrom('moderated_comments')
                .select(['comment_id as id', 'user_id', 'poll_id', 'content', 'created_at'])
                .where('comment_id', '=', id)
                .where('content', 'is not', null)
                .$narrowType<{ user_id: number; poll_id: number; content: string; created_at: Date }>(),
            ),
          )
          .as('m'),
      )
      .innerJoin('polls as p', 'p.id', 'm.poll_id')
      .leftJoin('authors as a', 'a.user_id', 'm.user_id')
      .select(['m.user_id', 'm.poll_id', 'm.content', 'm.created_at', 'p.question'])
      .select(['a.name', 'a.username', 'a.profile_picture'])
      .where((eb) =>
        eb.or([eb('p.deleted_at', 'is', null), ...(viewerId === undefined ? [eb('p.moderated', 'is not', null)] : [])]),
      )
      .$if(viewerId !== undefined, (query) =>
        query.where(together(viewerId!, 'm.user_id')).where(seesPoll(viewerId!, 'p')),
      )
      .executeTakeFirst();
    if (!row) throw new ApiError('comment-not-found');
    return {
      authorId: idOf(row.user_id),
      content: {
        kind: 'comment',
        id,
        author: authorOf(row.user_id, row),
        pollId: row.poll_id,
        question: row.question,
        content: row.content,
        createdAt: row.created_at.toISOString(),
      },
    };
  }

  async #profile(id: number, viewerId: number | undefined): Promise<View> {
    const row = await this.database.kysely
      .selectFrom('authors as a')
      .select(['a.name', 'a.username', 'a.profile_picture'])
      .where('a.user_id', '=', id)
      .where('a.username', 'is not', null)
      .$if(viewerId !== undefined, (query) => query.where(together(viewerId!, id)))
      .executeTakeFirst();
    if (!row) throw new ApiError('user-not-found');
    return { authorId: id, content: { kind: 'profile', id, author: authorOf(id, row) } };
  }
}

/** Null for the author of polls that have stayed without a name. */
const idOf = (userId: number): ActObject['id'] | null => (userId === DELETED_USER_ID ? null : userId);

const authorOf = (
  id: number,
  { name, username, profile_picture }: { name: string | null; username: string | null; profile_picture: string | null },
): Author | null => (name === null ? null : { id, name, username, profilePicture: profile_picture });
