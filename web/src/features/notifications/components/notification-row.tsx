import { Link, useLocation } from 'react-router';
import { Fragment, type CSSProperties } from 'react';
import type { Notification, NotificationType } from '@inkling/contracts';
import { FollowButton } from '../../../components/follow/follow-button';
import { Avatar } from '../../../components/ui/avatar';
import { Icon, type IconName } from '../../../components/ui/icon';
import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { Filled } from '../../../lib/i18n/filled';
import { longAgo } from '../../../lib/relative-time';
import { sentenceOf, targetOf, whoOf } from '../model/notification-words';
import styles from './notification-row.module.css';

const KINDS: Record<NotificationType, { icon: IconName; colour: string }> = {
  vote: { icon: 'check', colour: 'var(--citron)' },
  comment: { icon: 'comment', colour: '#90CBFF' },
  like: { icon: 'heart', colour: '#FF7285' },
  follow: { icon: 'plus', colour: '#80E1B4' },
  poll_ended: { icon: 'clock', colour: '#FFC661' },
  test: { icon: 'bell', colour: '#DDB2FF' },
  moderation: { icon: 'alert', colour: '#FFC661' },
};

function Picture({ notification }: { notification: Notification }) {
  const { icon, colour } = KINDS[notification.type];
  const kind = (
    <i style={{ '--kind': colour } as CSSProperties} aria-hidden="true">
      <Icon name={icon} />
    </i>
  );
  if (notification.actor)
    return (
      <Link
        className={styles.picture}
        to={`/profile/${notification.actor.id}`}
        aria-label={t('notifications.openProfile', { name: notification.actor.name })}
      >
        <Avatar user={notification.actor} size={44} />
        {kind}
      </Link>
    );
  if (notification.type !== 'vote')
    return (
      <span className={styles.picture}>
        <span
          className={`ava ${styles.symbol} ${styles.isKind}`}
          style={{ '--kind': colour } as CSSProperties}
          aria-hidden="true"
        >
          <Icon name={icon} />
        </span>
      </span>
    );
  return (
    <span className={styles.picture}>
      <span className={`ava ${styles.symbol}`} aria-hidden="true">
        <Tally count={Math.min(5, notification.count)} className={styles.tally} />
      </span>
      {kind}
    </span>
  );
}

interface RowProps {
  notification: Notification;
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
export function NotificationRow({ notification, viewerId, onDelete, onOpen }: RowProps) {
  const { pathname } = useLocation();
  const who = whoOf(notification);
  const target = targetOf(notification);
  const sentence = (
    <Filled
      message={sentenceOf(notification)}
      count={notification.count}
      parts={{
        who: (
          <>
            <b>
              <bdi>{who.name}</bdi>
            </b>
            {who.rest}
          </>
        ),
        question: <bdi>{notification.poll?.question}</bdi>,
        leaders: notification.poll?.leaders?.map((leader, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            <bdi>{leader}</bdi>
          </Fragment>
        )),
        comment: <bdi>{notification.comment?.content}</bdi>,
      }}
    />
  );
  return (
    <li className={notification.read ? styles.root : `${styles.root} ${styles.isUnread}`}>
      <Picture notification={notification} />
      <p className={styles.text}>
        {!notification.read && <span className="vh">{t('notifications.unread')} </span>}
        {target ? (
          <Link
            className={styles.link}
            to={target}
            state={{ from: pathname }}
            onClick={() => onOpen(notification.id)}
            onAuxClick={({ button }) => button === 1 && onOpen(notification.id)}
          >
            <span>{sentence}</span>
          </Link>
        ) : (
          sentence
        )}
        <time dateTime={notification.createdAt}>
          {longAgo(notification.createdAt) ?? t('notifications.someTimeAgo')}
        </time>
      </p>
      {notification.type === 'follow' && notification.actor && notification.actor.id !== viewerId && (
        <FollowButton user={notification.actor} />
      )}
      <button
        type="button"
        className={`icon-btn ${styles.remove}`}
        aria-label={t('notifications.delete')}
        onClick={() => onDelete(notification.id)}
      >
        <Icon name="close" size="s" />
      </button>
    </li>
  );
}
