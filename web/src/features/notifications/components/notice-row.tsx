import { Link, useLocation } from 'react-router';
import type { CSSProperties } from 'react';
import type { Notification, NotificationType } from '@inkling/contracts';
import { FollowButton } from '../../../components/follow/follow-button';
import { Avatar } from '../../../components/ui/avatar';
import { Icon, type IconName } from '../../../components/ui/icon';
import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { Filled } from '../../../lib/i18n/filled';
import { longAgo } from '../../../lib/relative-time';
import { sentenceOf, targetOf, whoOf } from '../model/notice-words';

const KINDS: Record<NotificationType, { icon: IconName; colour: string }> = {
  vote: { icon: 'check', colour: 'var(--citron)' },
  comment: { icon: 'comment', colour: '#90CBFF' },
  like: { icon: 'heart', colour: '#FF7285' },
  follow: { icon: 'plus', colour: '#80E1B4' },
  poll_ended: { icon: 'clock', colour: '#FFC661' },
  test: { icon: 'bell', colour: '#DDB2FF' },
};

function Picture({ notice }: { notice: Notification }) {
  const { icon, colour } = KINDS[notice.type];
  const kind = (
    <i style={{ '--kind': colour } as CSSProperties} aria-hidden="true">
      <Icon name={icon} />
    </i>
  );
  if (notice.actor)
    return (
      <Link
        className="note-pic"
        to={`/profile/${notice.actor.id}`}
        aria-label={t('notifications.openProfile', { name: notice.actor.name })}
      >
        <Avatar user={notice.actor} size={44} />
        {kind}
      </Link>
    );
  if (notice.type !== 'vote')
    return (
      <span className="note-pic">
        <span className="ava note-anon is-kind" style={{ '--kind': colour } as CSSProperties} aria-hidden="true">
          <Icon name={icon} />
        </span>
      </span>
    );
  return (
    <span className="note-pic">
      <span className="ava note-anon" aria-hidden="true">
        <Tally count={Math.min(5, notice.count)} className="anon" />
      </span>
      {kind}
    </span>
  );
}

interface RowProps {
  notice: Notification;
  /** The signed-in user's id: nobody follows themselves. */
  viewerId: number | undefined;
  onDelete: (id: number) => void;
  /** Called when its poll or profile is opened, here or in another tab. */
  onOpen: (id: number) => void;
}

/**
 * One notification: its sentence opens the poll or the profile, the avatar opens the profile, and a follow has a follow
 * button.
 */
export function NoticeRow({ notice, viewerId, onDelete, onOpen }: RowProps) {
  const { pathname } = useLocation();
  const who = whoOf(notice);
  const target = targetOf(notice);
  const sentence = (
    <Filled
      message={sentenceOf(notice)}
      count={notice.count}
      parts={{
        who: (
          <>
            <b>
              <bdi>{who.name}</bdi>
            </b>
            {who.rest}
          </>
        ),
        question: <bdi>{notice.poll?.question}</bdi>,
        comment: <bdi>{notice.comment?.content}</bdi>,
      }}
    />
  );
  return (
    <li className={notice.read ? 'note' : 'note is-unread'}>
      <Picture notice={notice} />
      <p className="note-text">
        {!notice.read && <span className="vh">{t('notifications.unread')} </span>}
        {target ? (
          <Link
            className="note-link"
            to={target}
            state={{ from: pathname }}
            onClick={() => onOpen(notice.id)}
            onAuxClick={({ button }) => button === 1 && onOpen(notice.id)}
          >
            <span>{sentence}</span>
          </Link>
        ) : (
          sentence
        )}
        <time dateTime={notice.createdAt}>{longAgo(notice.createdAt) ?? t('notifications.someTimeAgo')}</time>
      </p>
      {notice.type === 'follow' && notice.actor && notice.actor.id !== viewerId && <FollowButton user={notice.actor} />}
      <button
        type="button"
        className="icon-btn note-x"
        aria-label={t('notifications.delete')}
        onClick={() => onDelete(notice.id)}
      >
        <Icon name="close" size="s" />
      </button>
    </li>
  );
}
