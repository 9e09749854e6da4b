import { useRef } from 'react';
import { Link, useParams } from 'react-router';
import type { FollowUser } from '@inkling/contracts';
import { PersonMenu } from '../../components/person-menu/person-menu';
import { FollowButton } from '../../components/follow/follow-button';
import { Button, ButtonLink } from '../../components/ui/button';
import { Empty } from '../../components/ui/empty';
import { Icon } from '../../components/ui/icon';
import { LoadFailed } from '../../components/ui/load-failed';
import { LoadMore } from '../../components/ui/load-more';
import { PersonLink } from '../../components/ui/person-link';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { useUser } from '../../lib/user';
import { peopleOf, useFollowList, useRemoveFollower, type FollowList } from './api/follow-list';
import styles from './follows-page.module.css';
import '../../lib/i18n/profile-strings';
import './strings';

const WORDS = {
  followers: {
    title: 'follows.followersTitle',
    short: 'follows.followers',
    empty: 'follows.noFollowers',
    failed: 'follows.followersFailed',
  },
  following: {
    title: 'follows.followingTitle',
    short: 'follows.following',
    empty: 'follows.noFollowing',
    failed: 'follows.followingFailed',
  },
} as const;

const WAITING = [1, 0.8, 0.6, 0.4, 0.2];

function Waiting() {
  return (
    <div role="status" aria-label={t('follows.loading')}>
      <ul className="rows" aria-hidden="true">
        {WAITING.map((opacity) => (
          <li key={opacity} style={{ opacity }}>
            <span className="pulse skel-face" />
            <div className="skel-lines">
              <span className="pulse skel-name" />
              <span className="pulse skel-sub" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  person: FollowUser;
  /** Instead of Follow and Unfollow on the user's own followers. */
  onRemove?: () => void;
}

function Row({ person, onRemove }: RowProps) {
  const { user } = useSession();
  return (
    <li>
      <PersonLink person={person} />
      {onRemove ? (
        <>
          <Button
            variant="line"
            size="s"
            aria-label={t('follows.removeNamed', { name: person.name })}
            onClick={onRemove}
          >
            {t('follows.remove')}
          </Button>
          <PersonMenu
            person={person}
            label={t('follows.more', { name: person.name })}
            size="s"
            reports={[{ kind: 'profile', id: person.id }]}
          />
        </>
      ) : (
        person.id !== user?.id && <FollowButton user={person} known={person.isFollowing} />
      )}
    </li>
  );
}

function People({ id, list }: { id: number; list: FollowList }) {
  const { user } = useSession();
  const rows = useRef<HTMLUListElement>(null);
  const query = useFollowList(id, list);
  const remove = useRemoveFollower(id);
  const removable = list === 'followers' && id === user?.id;
  const people = peopleOf(query.data);

  if (query.isPending) return <Waiting />;
  if (query.isError && people.length === 0)
    return <LoadFailed title={t(WORDS[list].failed)} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  if (people.length === 0)
    return (
      <Empty drawing="people" title={t(WORDS[list].empty)}>
        {list === 'following' && id === user?.id && <ButtonLink to="/search">{t('follows.find')}</ButtonLink>}
      </Empty>
    );

  const removeAt = (userId: number, place: number) => {
    remove.mutate(userId);
    // To the row that takes its place.
    requestAnimationFrame(() => {
      const buttons = rows.current?.querySelectorAll<HTMLElement>('button.btn');
      buttons?.[Math.min(place, buttons.length - 1)]?.focus();
    });
  };
  return (
    <>
      <ul className={`rows ${styles.people}`} ref={rows}>
        {people.map((person, place) => (
          <Row key={person.id} person={person} onRemove={removable ? () => removeAt(person.id, place) : undefined} />
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  );
}

function FollowsPage({ list }: { list: FollowList }) {
  const { id: text = '' } = useParams();
  const { user: me } = useSession();
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  const own = id === me?.id;
  const { data: user, isError, refetch } = useUser(own ? 'me' : id);
  const words = WORDS[list];
  const title = user ? t(words.title, { name: user.name }) : t(words.short);
  usePageTitle(title);
  return (
    <div className="col">
      <div className={`page-head ${styles.head}`}>
        <Link className="icon-btn" to={own ? '/profile' : `/profile/${text}`} aria-label={t('follows.back')}>
          <Icon name="back" />
        </Link>
        <h1 className="title">{title}</h1>
      </div>
      {id === 0 || (isError && !user) ? (
        <Empty drawing="torn" title={t('profile.failed')} text={t('profile.failedText')}>
          {id > 0 && <Button onClick={() => void refetch()}>{t('ui.retry')}</Button>}
        </Empty>
      ) : (
        <People key={`${list}-${id}`} id={id} list={list} />
      )}
    </div>
  );
}

/** `/profile/{id}/followers`. */
export const FollowersPage = () => <FollowsPage list="followers" />;
/** `/profile/{id}/following`. */
export const FollowingPage = () => <FollowsPage list="following" />;
