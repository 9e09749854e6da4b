import { memo } from 'react';
import { Link } from 'react-router';
import type { Poll } from '@inkling/contracts';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import { useLike } from '../api/like';
import { useSave } from '../api/save';
import { wholeCount } from '../model/tally';
import { openShare } from '../../../lib/share';
import '../../../lib/i18n/poll-strings';
import styles from './poll-actions.module.css';

/** Id of the comment field on a poll's own page. */
export const COMMENT_FIELD = 'comment-field';

interface ActionsProps {
  poll: Poll;
  /** A change of language renders it again. */
  locale: string;
  /** Path of the current page; null on the poll's own page, where the comments are. */
  from: string | null;
  /** Deep Dive: whether it is open, null where there is none, and the id of its panel. */
  diving: boolean | null;
  panelId: string;
  onDive: () => void;
}

function Comment({ poll, from }: Pick<ActionsProps, 'poll' | 'from'>) {
  const content = (
    <>
      <Icon name="comment" size="m" />
      <span className="vh">{t('polls.comment')} </span>
      {formatNumber(wholeCount(poll.commentsCount))}
    </>
  );
  if (from === null)
    return (
      <button type="button" className="act" onClick={() => document.getElementById(COMMENT_FIELD)?.focus()}>
        {content}
      </button>
    );
  return (
    <Link className="act" to={`/poll/${poll.id}`} state={{ from, comment: true }}>
      {content}
    </Link>
  );
}

/**
 * Whether it looks and acts the same: a press acts on the poll in the store, so other people's votes need no rendering.
 */
const isSame = (before: ActionsProps, after: ActionsProps): boolean =>
  (['id', 'question', 'likesCount', 'commentsCount', 'userLiked', 'userSaved'] as const).every(
    (name) => before.poll[name] === after.poll[name],
  ) && (['from', 'diving', 'panelId', 'locale'] as const).every((name) => before[name] === after[name]);

/** The card's action bar: like, comment, save, share, Deep Dive. */
export const PollActions = memo(function PollActions({ poll, from, diving, panelId, onDive }: ActionsProps) {
  const like = useLike(poll.id);
  const save = useSave(poll.id);
  const likes = wholeCount(poll.likesCount);
  return (
    <div className="stub">
      <button
        type="button"
        className={poll.userLiked ? `act ${styles.isLiked}` : 'act'}
        aria-pressed={poll.userLiked}
        onClick={() => like.toggle(poll)}
      >
        <Icon name="heart" size="m" />
        <span className="vh">{t('polls.like')} </span>
        {formatNumber(likes)}
      </button>
      <Comment poll={poll} from={from} />
      <button
        type="button"
        className={poll.userSaved ? `act ${styles.isSaved}` : 'act'}
        aria-pressed={poll.userSaved}
        aria-label={t('polls.save')}
        onClick={() => save.toggle(poll)}
      >
        <Icon name="bookmark" size="m" />
      </button>
      <button
        type="button"
        className="act"
        aria-label={t('polls.share')}
        aria-haspopup="dialog"
        onClick={() => openShare(poll)}
      >
        <Icon name="share" size="m" />
      </button>
      {diving !== null && (
        <button
          type="button"
          className={diving ? `dive ${styles.isOpen}` : 'dive'}
          aria-expanded={diving}
          aria-controls={diving ? panelId : undefined}
          onClick={onDive}
        >
          <Icon name="drop" />
          {t('insights.deepDive')}
        </button>
      )}
    </div>
  );
}, isSame);
