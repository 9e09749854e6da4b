import { Link } from 'react-router';
import { PersonMenu } from '../../../components/person-menu/person-menu';
import { Avatar } from '../../../components/ui/avatar';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';
import { useAuthor } from '../../polls/api/author';
import { directionOf } from '../../polls/model/appearance';
import type { ShownComment } from '../api/comment-list';
import { commentTime } from '../comment-time';
import { CommentText } from './comment-text';
import styles from './comment-row.module.css';

const TRASH = <Icon name="trash" size="m" />;
const TALK = <Icon name="comment" size="m" />;

interface CommentRowProps {
  comment: ShownComment;
  /** Given for comments that the server has and the user may delete. */
  onDelete?: () => void;
  /** Given for comments of others under the user's own poll: switching comments off or on. */
  onSwitch?: () => void;
  /** Comments are switched off. */
  off?: boolean;
}

/** One comment: author, time, text. */
export function CommentRow({ comment, onDelete, onSwitch, off = false }: CommentRowProps) {
  const author = useAuthor(comment);
  const { user } = useSession();
  const own = user !== null && comment.userId === user?.id;
  return (
    <li className={comment.pending ? `${styles.root} ${styles.isPending}` : styles.root}>
      <Avatar user={author} />
      <div className={styles.body}>
        <div className={styles.head}>
          <Link to={`/profile/${comment.userId}`}>
            <bdi>{author?.name ?? t('comments.someone')}</bdi>
          </Link>
          <time dateTime={comment.createdAt}>
            {comment.pending ? t('comments.sending') : commentTime(comment.createdAt)}
          </time>
        </div>
        <p dir={directionOf(comment.content)}>
          <CommentText comment={comment} />
        </p>
      </div>
      {onDelete && own && (
        <button type="button" className="icon-btn" aria-label={t('comments.delete')} onClick={onDelete}>
          <Icon name="trash" size="s" />
        </button>
      )}
      {user && author && author.id !== user.id && (
        <PersonMenu
          person={author}
          label={t('comments.menu', { name: author.name })}
          size="s"
          withoutMute={onDelete !== undefined}
          reports={[{ kind: 'comment', id: comment.id }]}
          before={onDelete && [{ text: t('comments.delete'), icon: TRASH, danger: true, onChoose: onDelete }]}
          after={onSwitch && [{ text: t(off ? 'polls.switchOn' : 'polls.switchOff'), icon: TALK, onChoose: onSwitch }]}
        />
      )}
    </li>
  );
}
