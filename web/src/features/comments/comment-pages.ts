import type { Comment } from '@inkling/contracts';
import type { CommentPages, ShownComment } from './api/comment-list';

/** All comments of the pages, each once: a comment can slip into the next page while newer ones arrive. */
export function commentsOf(data: CommentPages | undefined): ShownComment[] {
  const byId = new Map<number, ShownComment>();
  for (const page of data?.pages ?? [])
    for (const comment of page.items) if (!byId.has(comment.id)) byId.set(comment.id, comment);
  return [...byId.values()];
}

const changeItems = (data: CommentPages, change: (items: ShownComment[]) => ShownComment[]): CommentPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: change(page.items) })),
});

/** The pages with a comment in front. */
export function withComment(data: CommentPages | undefined, comment: ShownComment): CommentPages | undefined {
  const [first, ...rest] = data?.pages ?? [];
  if (!data || !first) return data;
  return { ...data, pages: [{ ...first, items: [comment, ...first.items] }, ...rest] };
}

/** The pages without a comment. */
export const withoutComment = (data: CommentPages | undefined, id: number): CommentPages | undefined =>
  data && changeItems(data, (items) => items.filter((comment) => comment.id !== id));

/**
 * The pages once the server has a comment, known from an answer or a live frame, whichever came first. It replaces the
 * pending one with this id or, without an id, the oldest pending one with the same author and text; otherwise it goes
 * in front, unless it is there already.
 */
export function settled(
  data: CommentPages | undefined,
  comment: Comment,
  pendingId?: number,
): CommentPages | undefined {
  if (!data) return data;
  const all = commentsOf(data);
  const waiting =
    pendingId === undefined
      ? all.findLast(
          ({ pending, userId, content }) => pending && userId === comment.userId && content === comment.content,
        )
      : all.find(({ id }) => id === pendingId);
  const known = all.some(({ id }) => id === comment.id);
  if (waiting && known) return withoutComment(data, waiting.id);
  if (waiting) return changeItems(data, (items) => items.map((item) => (item.id === waiting.id ? comment : item)));
  return known ? data : withComment(data, comment);
}
