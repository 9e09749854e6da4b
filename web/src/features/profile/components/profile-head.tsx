import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PublicUser } from '@inkling/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { Ring } from '../../../components/ui/ring';
import { t } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import { inkOf } from '../../polls/model/appearance';
import styles from './profile-head.module.css';
import '../../../lib/i18n/profile-strings';

/** Characters from which a name takes several lines at the size of a title. */
const LONG_NAME = 24;

/** A count, or a dash for one that the server cannot give now. */
function Count({ value }: { value: number | null }) {
  if (value !== null) return <b>{formatNumber(Math.max(0, value))}</b>;
  return (
    <b title={t('profile.unknown')}>
      <span aria-hidden="true">–</span>
      <span className="vh">{t('profile.unknown')}:</span>
    </b>
  );
}

interface HeadProps {
  user: PublicUser;
  /** They have a new poll. */
  fresh?: boolean;
  /** The actions at the right. */
  children?: ReactNode;
}

/** Picture, name, @username and the three counts, two of which link to lists of people. */
export function ProfileHead({ user, fresh = false, children }: HeadProps) {
  return (
    <section className={styles.root}>
      <Ring className={styles.ring} fresh={fresh} ink={inkOf(user.id)}>
        <Avatar user={user} size={104} />
      </Ring>
      <div className={styles.name}>
        <h1 className={user.name.length > LONG_NAME ? styles.isLong : undefined}>
          <bdi>{user.name}</bdi>
        </h1>
        {user.username && (
          <span className="muted">
            <bdi>@{user.username}</bdi>
          </span>
        )}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
      <ul className={styles.counts}>
        <li>
          <Count value={user.pollsCount} /> {t('profile.pollsWord', { count: user.pollsCount ?? 0 })}
        </li>
        <li>
          <Link to={`/profile/${user.id}/followers`}>
            <Count value={user.followersCount} /> {t('profile.followersWord', { count: user.followersCount ?? 0 })}
          </Link>
        </li>
        <li>
          <Link to={`/profile/${user.id}/following`}>
            <Count value={user.followingCount} /> {t('profile.following')}
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** The same size while the user is being read. */
export function ProfileHeadWait() {
  return (
    <section className={styles.root} aria-hidden="true">
      <span className={styles.ring}>
        <span className={`pulse ${styles.waitingFace}`} />
      </span>
      <div className={`${styles.name} ${styles.waitingName}`}>
        <span className="pulse" />
        <span className="pulse" />
      </div>
      <span className={`pulse ${styles.waitingActions}`} />
      <span className={styles.waitingCounts}>
        <span className="pulse" />
        <span className="pulse" />
        <span className="pulse" />
      </span>
    </section>
  );
}
