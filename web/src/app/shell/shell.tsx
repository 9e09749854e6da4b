import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { AdminMark } from '../../components/admin-mark';
import { ConfirmEmailDialog } from '../../components/confirm-email/confirm-email-dialog';
import { InviteDialog } from '../../components/invite/invite-dialog';
import { ShortcutsDialog } from '../../components/shortcuts/shortcuts-dialog';
import { Avatar } from '../../components/ui/avatar';
import { Icon } from '../../components/ui/icon';
import { Logo } from '../../components/ui/logo';
import { ThemeSwitch } from '../../components/ui/theme-switch';
import { useLiveNotifications } from '../../features/notifications/use-live-notifications';
import { t } from '../../lib/i18n';
import { hasRole } from '../../lib/roles';
import { closeShare, useSharedPoll } from '../../lib/share';
import { useAutoPush } from '../../lib/push/use-auto-push';
import { useSession } from '../../lib/session';
import { SkipLink } from '../skip-link';
import { useAccountRefresh } from '../use-account-refresh';
import { useEntries, type Entry } from './entries';
import { OfflineNote } from './offline-note';
import { OperatorWords } from './operator-words';
import { headOf, isAt, isMarked } from './places';
import { useShortcuts } from './use-shortcuts';
import styles from './shell.module.css';
import '../../lib/i18n/admin-link';

const ShareSheet = lazy(() => import('../../features/share/share-sheet'));

/** The share sheet of the poll being shared; its code loads on first use. */
function Sharing() {
  const shared = useSharedPoll();
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    // Going back in the browser closes the sheet as well.
    if (opened.current !== pathname) closeShare();
    opened.current = pathname;
  }, [pathname]);
  return <Suspense fallback={null}>{shared && <ShareSheet shared={shared} onClose={closeShare} />}</Suspense>;
}

function Badge({ entry }: { entry: Entry }) {
  return (
    entry.badge && (
      <span className={styles.badge}>
        {entry.badge}
        <span className="vh"> {t('notifications.unreadWord')}</span>
      </span>
    )
  );
}

function Sidebar({ onInvite }: { onInvite: () => void }) {
  const { user, logout } = useSession();
  const { pathname } = useLocation();
  return (
    <aside className={styles.side}>
      <Logo />
      <nav className={styles.nav} aria-label={t('shell.main')}>
        {useEntries().map((entry) => {
          const active = isAt(entry, pathname);
          return (
            <Link
              key={entry.path}
              to={entry.path}
              className={isMarked(entry, pathname) ? styles.isOn : undefined}
              aria-current={active ? 'page' : undefined}
            >
              <Icon name={entry.icon} />
              <span>{entry.label}</span>
              <Badge entry={entry} />
            </Link>
          );
        })}
      </nav>
      <div className={styles.foot}>
        <div className={styles.me}>
          <Avatar user={user} />
          <Link className="who" to="/profile">
            <span className="who-name">
              <bdi>{user?.name}</bdi>
            </span>
            <span className="who-sub">@{user?.username}</span>
          </Link>
          <ThemeSwitch />
        </div>
        <nav className={styles.nav} aria-label={t('shell.account')}>
          <Link
            to="/settings"
            className={pathname === '/settings' ? styles.isOn : undefined}
            aria-current={pathname === '/settings' ? 'page' : undefined}
          >
            <Icon name="sliders" />
            <span>{t('shell.settings')}</span>
          </Link>
          {hasRole(user?.role, 'moderator') && (
            <Link to="/admin">
              <AdminMark />
              <span>{t('adminLink.title')}</span>
            </Link>
          )}
          <button type="button" onClick={onInvite}>
            <Icon name="invite" />
            <span>{t('shell.inviteFriends')}</span>
          </button>
          <button type="button" onClick={() => void logout()}>
            <Icon name="logout" />
            <span>{t('shell.logout')}</span>
          </button>
        </nav>
      </div>
    </aside>
  );
}

function BottomBar() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.bar} data-bar aria-label={t('shell.main')}>
      {useEntries().map((entry) => {
        const active = isAt(entry, pathname);
        const classes = [isMarked(entry, pathname) && styles.isOn, entry.make && styles.make].filter(Boolean).join(' ');
        return (
          <Link key={entry.path} to={entry.path} className={classes} aria-current={active ? 'page' : undefined}>
            <i>
              <Icon name={entry.make ? 'plus' : entry.icon} />
              <span className="vh">{entry.label}</span>
              <Badge entry={entry} />
            </i>
          </Link>
        );
      })}
    </nav>
  );
}

/**
 * The header on a phone: the feed's with the theme switch, or the logo alone on pages without a header of their own.
 */
function PhoneHead() {
  const { pathname } = useLocation();
  const head = headOf(pathname);
  if (!head) return null;
  return (
    <header className={styles.head}>
      <Logo />
      {head === 'feed' && <ThemeSwitch />}
    </header>
  );
}

/** The frame of every page for signed-in users: sidebar on large screens, header and bottom bar on a phone. */
export default function Shell() {
  const [inviting, setInviting] = useState(false);
  const [listing, setListing] = useState(false);
  const { user } = useSession();
  const { pathname } = useLocation();
  // Going back in the browser closes a dialog as well.
  useEffect(() => {
    setInviting(false);
    setListing(false);
  }, [pathname]);
  useLiveNotifications();
  useAccountRefresh('account-suspended');
  useAutoPush(user?.id);
  useShortcuts(useCallback(() => setListing(true), []));
  return (
    <>
      <SkipLink />
      <div className={styles.root}>
        <Sidebar onInvite={() => setInviting(true)} />
        <div>
          <PhoneHead />
          <OperatorWords />
          <OfflineNote />
          <main className="main" id="content" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar />
      <ConfirmEmailDialog />
      <Sharing />
      <InviteDialog open={inviting} onOpenChange={setInviting} />
      <ShortcutsDialog open={listing} onOpenChange={setListing} />
    </>
  );
}
