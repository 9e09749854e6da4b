import type { Poll } from '@inkling/contracts';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { wholeCount } from '../model/tally';

interface ActionsProps {
  poll: Poll;
  onLike: () => void;
  onSave: () => void;
  onShare: () => void;
}

/** The stub of the card: like, save, share. */
export function PollActions({ poll, onLike, onSave, onShare }: ActionsProps) {
  const likes = wholeCount(poll.likesCount);
  return (
    <div className="stub">
      <button type="button" className={poll.userLiked ? 'act is-liked' : 'act'} aria-pressed={poll.userLiked} onClick={onLike}>
        <Icon name="heart" size="m" />
        <span className="vh">{t('polls.like')} </span>
        {likes.toLocaleString('en')}
      </button>
      <button
        type="button"
        className={poll.userSaved ? 'act is-saved' : 'act'}
        aria-pressed={poll.userSaved}
        aria-label={t('polls.save')}
        onClick={onSave}
      >
        <Icon name="bookmark" size="m" />
      </button>
      <button type="button" className="act" aria-label={t('polls.share')} onClick={onShare}>
        <Icon name="share" size="m" />
      </button>
    </div>
  );
}
