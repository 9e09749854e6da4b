import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { PersonMenu } from '../../components/person-menu/person-menu';
import { FollowButton } from '../../components/follow/follow-button';
import { Button, ButtonLink } from '../../components/ui/button';
import { Empty, type DrawingName } from '../../components/ui/empty';
import { Icon } from '../../components/ui/icon';
import { LoadFailed } from '../../components/ui/load-failed';
import { t, type MessageKey } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useServerOffset } from '../../lib/server-clock';
import { useSession } from '../../lib/session';
import { useUser } from '../../lib/user';
import { rememberViewed } from '../../lib/viewed-profiles';
import { pollKeys, type ListKind } from '../polls/cache/query-keys';
import { pollsOf } from '../polls/api/poll-list';
import { PollList } from '../polls/components/poll-list';
import { PullToRefresh } from '../polls/components/pull-to-refresh';
import { useUserPolls } from './api/user-polls';
import { OwnOptions } from './components/own-options';
import { ProfileHead, ProfileHeadWait } from './components/profile-head';
import styles from './profile-page.module.css';
import '../../lib/i18n/poll-strings';
import '../../lib/i18n/profile-strings';

const BlockedProfile = lazy(() => import('./components/blocked-profile'));
const MutedNote = lazy(() => import('./components/muted-note'));

interface Tab {
  kind: ListKind;
  label: MessageKey;
  drawing: DrawingName;
  empty: MessageKey;
}

const TABS: [Tab, ...Tab[]] = [
  { kind: 'created', label: 'profile.polls', drawing: 'pen', empty: 'profile.noPolls' },
  { kind: 'voted', label: 'profile.voted', drawing: 'list', empty: 'profile.noVoted' },
  { kind: 'saved', label: 'profile.saved', drawing: 'box', empty: 'profile.noSaved' },
];
const PARAMETERS: Record<ListKind, string> = { created: '/profile', voted: '?tab=voted', saved: '?tab=saved' };

/** A poll is new for a day, as in the strip of the feed. */
const NEW_MS = 24 * 60 * 60_000;

/** Whether the previous page in this tab's history belongs to the application, so that going back stays on the site. */
const hasBefore = (): boolean => ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;

function Failed({ onRetry }: { onRetry?: () => void }) {
  return (
    <Empty alone drawing="torn" title={t('profile.failed')} text={t('profile.failedText')}>
      {onRetry && <Button onClick={onRetry}>{t('ui.retry')}</Button>}
    </Empty>
  );
}

function Polls({ owner, kind, empty }: { owner: number | 'me'; kind: ListKind; empty: ReactNode }) {
  const client = useQueryClient();
  const query = useUserPolls(owner, kind);
  const refresh = async () => {
    await Promise.all([query.refetch(), client.invalidateQueries({ queryKey: ['users', owner] })]);
  };
  return (
    <PullToRefresh onRefresh={refresh}>
      <div className={styles.polls}>
        <PollList
          query={query}
          empty={empty}
          failed={<LoadFailed title={t('feed.failed')} busy={query.isFetching} onRetry={() => void query.refetch()} />}
        />
      </div>
    </PullToRefresh>
  );
}

function OwnProfile() {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const { data: user, isError, refetch } = useUser('me');
  const tab = TABS.find(({ kind }) => kind === search.get('tab')) ?? TABS[0];
  usePageTitle(t('profile.you'));

  if (isError && !user) return <Failed onRetry={() => void refetch()} />;
  return (
    <>
      {user ? (
        <ProfileHead user={user}>
          <ButtonLink variant="line" size="s" to="/edit-profile">
            {t('profile.edit')}
          </ButtonLink>
          <OwnOptions />
        </ProfileHead>
      ) : (
        <ProfileHeadWait />
      )}
      <nav className={`tabs ${styles.tabs}`} aria-label={t('profile.lists')}>
        {TABS.map(({ kind, label }) => (
          <Link
            key={kind}
            to={PARAMETERS[kind]}
            replace
            preventScrollReset
            className={kind === tab.kind ? 'is-on' : undefined}
            aria-current={kind === tab.kind ? 'page' : undefined}
            // Switching clears the list and reads it again.
            onClick={() => kind !== tab.kind && client.removeQueries({ queryKey: pollKeys.list('me', kind) })}
          >
            {t(label)}
          </Link>
        ))}
      </nav>
      <Polls
        key={tab.kind}
        owner="me"
        kind={tab.kind}
        empty={
          <Empty drawing={tab.drawing} title={t('profile.empty')} text={t(tab.empty)}>
            {tab.kind === 'created' && <ButtonLink to="/create">{t('profile.create')}</ButtonLink>}
          </Empty>
        }
      />
    </>
  );
}

function OtherProfile({ id }: { id: number }) {
  const navigate = useNavigate();
  const { data: user, isError, refetch } = useUser(id);
  const blocked = user?.blocked === true;
  const newest = pollsOf(useUserPolls(id, 'created', !blocked).data)[0];
  const [opened] = useState(() => Date.now());
  const now = opened + useServerOffset();
  const fresh = newest !== undefined && now - Date.parse(newest.createdAt) < NEW_MS;
  usePageTitle(user?.name ?? t('profile.title'));

  useEffect(() => rememberViewed(id), [id]);

  return (
    <>
      <div className={`page-head ${styles.back}`}>
        <button
          type="button"
          className="icon-btn"
          aria-label={t('profile.back')}
          onClick={() => void (hasBefore() ? navigate(-1) : navigate('/home'))}
        >
          <Icon name="back" />
        </button>
      </div>
      {isError && !user ? (
        <Failed onRetry={() => void refetch()} />
      ) : user && blocked ? (
        <Suspense fallback={null}>
          <BlockedProfile user={user} />
        </Suspense>
      ) : (
        <>
          {user ? (
            <ProfileHead user={user} fresh={fresh}>
              <FollowButton user={user} />
              <PersonMenu
                person={user}
                label={t('profile.options')}
                withoutMute={user.muted}
                reports={[{ kind: 'profile', id: user.id }]}
              />
            </ProfileHead>
          ) : (
            <ProfileHeadWait />
          )}
          <Suspense fallback={null}>{user?.muted && <MutedNote user={user} />}</Suspense>
          <section
            className={styles.theirs}
            aria-label={user ? t('profile.theirPolls', { name: user.name }) : undefined}
          >
            <Polls
              owner={id}
              kind="created"
              empty={<Empty drawing="pen" title={t('profile.empty')} text={t('profile.theirNoPolls')} />}
            />
          </section>
        </>
      )}
    </>
  );
}

/** An address that cannot belong to anybody. */
function NoProfile() {
  usePageTitle(t('profile.title'));
  return <Failed />;
}

/** `/profile/{id?}`: one's own with three tabs, or another user's with their polls. */
export default function ProfilePage() {
  const { id } = useParams();
  const { user } = useSession();
  const own = id === undefined || (user !== null && id === String(user.id));
  const valid = own || /^[1-9]\d{0,15}$/.test(id);
  return (
    <div className="col">
      {own ? <OwnProfile /> : valid ? <OtherProfile key={id} id={Number(id)} /> : <NoProfile />}
    </div>
  );
}
