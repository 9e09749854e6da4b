import { Link } from 'react-router';
import type { Comment } from '@inkling/contracts';
import { partsOf } from '../model/comment-text';

/** The text of a comment, with links for addresses and usernames. Everything else stays plain text. */
export function CommentText({ comment }: { comment: Pick<Comment, 'content' | 'mentions'> }) {
  return partsOf(comment, location.origin).map((part, index) => {
    const key = `${index} ${part.kind}`;
    if (part.kind === 'text') return part.text;
    if (part.kind === 'mention')
      return (
        <Link key={key} to={`/profile/${part.userId}`}>
          <bdi>{part.text}</bdi>
        </Link>
      );
    if (!part.outside)
      return (
        <Link key={key} to={part.href} rel="nofollow ugc noopener">
          <bdi dir="ltr">{part.text}</bdi>
        </Link>
      );
    return (
      <a
        key={key}
        href={part.href}
        target="_blank"
        rel="nofollow ugc noopener"
        title={part.text.endsWith('…') ? part.href : undefined}
      >
        <bdi dir="ltr">{part.text}</bdi>
      </a>
    );
  });
}
