import { z } from 'zod';
import { COMMENT_MAX } from '../constants.js';
import { Id, IdText, Instant, typedLines } from '../common.js';
import { Hidden } from './acts.js';
import { Author } from '../author.js';

/** A comment. `user` is null for a moment, before the author's profile has arrived. */
export const Comment = z.object({
  id: Id,
  pollId: Id,
  userId: Id,
  content: z.string(),
  createdAt: Instant,
  user: Author.nullable(),
  /** Existing users whom the comment names as `@username`, each spelled as in the comment. */
  mentions: z.array(z.object({ username: z.string(), id: Id })).optional(),
  /** Only for its author: an act hides the comment from everyone else. */
  hidden: Hidden.optional(),
});
export type Comment = z.infer<typeof Comment>;

/** `POST /api/comments` (docs/product.md#comments); 1 to 1,000 characters after trimming. */
export const CommentBody = z.object({ pollId: Id, content: typedLines(COMMENT_MAX, 'Comment') });
export type CommentBody = z.infer<typeof CommentBody>;
export const CommentIdParam = z.object({ id: IdText });

/** `POST /api/polls/{id}/comment-switch`: the author of a poll switches its comments off, or on again. */
export const CommentSwitchBody = z.object({ off: z.boolean({ error: 'off must be true or false' }) });
export type CommentSwitchBody = z.infer<typeof CommentSwitchBody>;
export const CommentSwitch = z.object({ pollId: Id, commentsOff: z.boolean() });
export type CommentSwitch = z.infer<typeof CommentSwitch>;
