import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { FeaturedUser } from '@inkling/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { Ring } from '../../../components/ui/ring';
import { t } from '../../../lib/i18n';
import { viewedProfiles } from '../../../lib/viewed-profiles';
import { inkOf } from '../../polls/model/appearance';
import { useFeatured } from '../api/featured';
import { RecentWait } from './recent-wait';
import styles from './recent.module.css';
import '../../../lib/i18n/poll-strings';

/** People in the strip's first frame: as many as a phone's screen shows. */
const FIRST = 6;

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

function Person({ user, viewed }: { user: FeaturedUser; viewed: boolean }) {
  const fresh = user.hasNewPoll && !viewed;
  return (
    <li>
      <Link to={`/profile/${user.id}`}>
        <Ring className={styles.ring} fresh={fresh} ink={inkOf(user.id)}>
          <Avatar user={user} size={60} />
        </Ring>
        <span>
          <bdi>{firstName(user.name)}</bdi>
        </span>
        {fresh && <span className="vh">{t('feed.newPoll')}</span>}
      </Link>
    </li>
  );
}

/**
 * 'Recent Polls': featured people, with a highlighted ring while they have a poll that the viewer has not looked at.
 */
export function RecentPolls() {
  const { data, isPending } = useFeatured();
  // Read once: looking at a profile leaves this page.
  const [viewed] = useState(() => viewedProfiles());
  const people = useDeferredValue(data, data?.slice(0, FIRST));
  if (!isPending && !data?.length) return null;
  return (
    <section className={styles.root} aria-labelledby="recent-heading" aria-busy={isPending}>
      <h2 id="recent-heading">{t('feed.recent')}</h2>
      <ul>
        {people?.map((user) => (
          <Person key={user.id} user={user} viewed={viewed.has(user.id)} />
        ))}
        {isPending && <RecentWait />}
      </ul>
    </section>
  );
}
