import type { ReactNode } from 'react';
import type { PublicUser } from '@inkling/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { t } from '../../../lib/i18n';
import { inkOf } from '../../polls/model/appearance';

const count = (value: number) => Math.max(0, value).toLocaleString('en');

/** Picture, name, @username and the three counts (spec 2, /profile). `children` are the actions at the right. */
export function ProfileHead({ user, children }: { user: PublicUser; children?: ReactNode }) {
  return (
    <section className="prof">
      <span className="prof-ring" data-ink={inkOf(user.id)}>
        <svg viewBox="0 0 76 76" aria-hidden="true">
          <circle cx="38" cy="38" r="34" />
        </svg>
        <Avatar user={user} size={104} />
      </span>
      <div className="prof-name">
        <h1>
          <bdi>{user.name}</bdi>
        </h1>
        {user.username && (
          <span className="muted">
            <bdi>@{user.username}</bdi>
          </span>
        )}
      </div>
      {children && <div className="acts">{children}</div>}
      <ul className="stats">
        <li>
          <b>{count(user.pollsCount)}</b> {t('profile.pollsWord', { count: user.pollsCount })}
        </li>
        <li>
          <b>{count(user.followersCount)}</b> {t('profile.followersWord', { count: user.followersCount })}
        </li>
        <li>
          <b>{count(user.followingCount)}</b> {t('profile.following')}
        </li>
      </ul>
    </section>
  );
}

/** The same room while the user is being read. */
export function ProfileHeadWait() {
  return (
    <section className="prof" aria-hidden="true">
      <span className="prof-ring">
        <span className="pulse prof-wait-face" />
      </span>
      <div className="prof-name prof-wait">
        <span className="pulse" />
        <span className="pulse" />
      </div>
    </section>
  );
}
