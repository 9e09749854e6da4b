import { Injectable } from '@nestjs/common';
import { commentAdded, commentDeleted, type Comment } from '@inkling/contracts';
import { ApiError, Database, Outbox, type LimitedPerson } from '@inkling/platform';
import { PollLimits } from '../limits/poll-limits.js';
import type { TallyRow } from '../live/live-tallies.js';
import {
  ADD_COMMENT,
  COMMENT_PAGE,
  DELETE_COMMENT,
  OWN_HIDDEN_COMMENT_PAGE,
  type AddedCommentRow,
  type CommentPageRow,
  type CommentRow,
  type DeletedCommentRow,
} from './comments.sql.js';

const toComment = (row: CommentRow): Comment => ({
  id: row.comment_id,
  pollId: row.poll_id,
  userId: row.user_id,
  content: row.content,
  createdAt: row.created_at,
  user:
    row.name === null
      ? null
      : { id: row.user_id, username: row.username, name: row.name, profilePicture: row.profile_picture },
});

export type Deletion =
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'not-own' }
  | { readonly outcome: 'deleted'; readonly tally: TallyRow; readonly createdAt: Date };

/** Comments, each with its poll's count and its event in one commit. */
@Injectable()
export class CommentsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly limits: PollLimits,
  ) {}

  /**
   * A poll's comments, newest first: at most one more than LIST_PAGE_SIZE, by authors whom the viewer sees. Undefined
   * when the viewer knows no such poll.
   * @param before only comments with a lower id
   */
  async page(
    pollId: number,
    viewerId: number | undefined,
    before: number | undefined,
  ): Promise<{ comments: Comment[]; words: readonly string[] } | undefined> {
    type Row = CommentPageRow | { comment_id: null; words: null };
    const values = [pollId, before ?? Number.MAX_SAFE_INTEGER, viewerId ?? null];
    let rows = await this.database.find<Row>({ name: 'comments-page', text: COMMENT_PAGE, values });
    if (rows.length === 0 && viewerId !== undefined)
      rows = await this.database.query<Row>({ name: 'comments-page-own', text: OWN_HIDDEN_COMMENT_PAGE, values });
    if (rows.length === 0) return undefined;
    return {
      comments: rows.flatMap((row) =>
        row.comment_id === null
          ? []
          : [{ ...toComment(row), ...(row.act_id === null ? {} : { hidden: { actId: row.act_id } }) }],
      ),
      words: rows[0]!.words ?? [],
    };
  }

  /**
   * Undefined when the user knows no such poll. `hiddenFrom`: users who must not see the comment.
   * @throws ApiError `comments-off`; `too-many-comments`
   */
  async add(
    pollId: number,
    person: LimitedPerson,
    content: string,
  ): Promise<{ comment: Comment; tally: TallyRow; hiddenFrom: number[] } | undefined> {
    const event = this.outbox.openRow(commentAdded);
    const { comments } = this.limits;
    const [row] = await this.database.query<AddedCommentRow>({
      name: 'comment-add',
      text: ADD_COMMENT,
      values: [pollId, person.userId, content, event.eventId, event.head, ...comments.within(person)],
    });
    if (!row) return undefined;
    if (row.off) throw new ApiError('comments-off');
    comments.assertCounted(person, row);
    this.outbox.wake();
    return { comment: toComment(row), tally: row, hiddenFrom: row.hidden_from };
  }

  async delete(commentId: number, userId: number): Promise<Deletion> {
    const event = this.outbox.openRow(commentDeleted);
    const [row] = await this.database.query<DeletedCommentRow>({
      name: 'comment-delete',
      text: DELETE_COMMENT,
      values: [commentId, userId, event.eventId, event.head],
    });
    if (!row) return { outcome: 'not-found' };
    if (!row.own) return { outcome: 'not-own' };
    if (row.created_at === null) return { outcome: 'not-found' };
    this.outbox.wake();
    return { outcome: 'deleted', tally: row, createdAt: new Date(row.created_at) };
  }
}
