import { Suspense, useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { ProofDialog } from '../../components/proof/proof-dialog';
import { Avatar } from '../../components/ui/avatar';
import { Icon } from '../../components/ui/icon';
import { Logo } from '../../components/ui/logo';
import { ThemeSwitch } from '../../components/ui/theme-switch';
import { t } from '../../lib/i18n';
import { formatNumber } from '../../lib/i18n/format';
import { useSession } from '../../lib/session';
import { SkipLink } from '../skip-link';
import { AdminIcon } from './admin-icon';
import type { AdminEntry } from './entries';
import { useWaiting } from './use-waiting';
import styles from './admin-shell.module.css';
import '../../features/admin/strings';

function Entries({ entries }: { entries: AdminEntry[] }) {
  const { pathname } = useLocation();
  const waiting = useWaiting();
  return entries.map(({ path, label, icon }) => {
    const count = waiting[path] ?? 0;
    const active = pathname === `/admin/${path}` || pathname.startsWith(`/admin/${path}/`);
    return (
      <Link
        key={path}
        to={`/admin/${path}`}
        className={active ? styles.isOn : undefined}
        aria-current={active ? 'page' : undefined}
      >
        <AdminIcon name={icon} />
        <span>{t(label)}</span>
        {count > 0 && (
          <span className={styles.count}>
            {formatNumber(count)}
            <span className="vh"> {t('admin.waiting')}</span>
          </span>
        )}
      </Link>
    );
  });
}

function Sidebar({ entries }: { entries: AdminEntry[] }) {
  const { user } = useSession();
  return (
    <aside className={styles.side}>
      <div className={styles.sideIn}>
        <Logo />
        <p className={styles.where}>{t('admin.title')}</p>
        <nav className={styles.nav} aria-label={t('admin.title')}>
          <Entries entries={entries} />
        </nav>
        <div className={styles.foot}>
          <nav className={styles.nav} aria-label={t('admin.leave')}>
            <Link to="/home">
              <Icon name="back" size="m" />
              <span>{t('admin.back')}</span>
            </Link>
          </nav>
          <div className={styles.me}>
            <Avatar user={user} size={36} />
            <Link className="who" to="/profile">
              <span className="who-name">
                <bdi>{user?.name}</bdi>
              </span>
              <span className="who-sub">
                {t(user?.role === 'administrator' ? 'admin.administrator' : 'admin.moderator')}
              </span>
            </Link>
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </aside>
  );
}

/** The navigation of a phone: tabs in one row that scrolls, with the active one in sight. */
function Tabs({ entries }: { entries: AdminEntry[] }) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav ref={row} className={styles.tabs} aria-label={t('admin.title')}>
      <Entries entries={entries} />
    </nav>
  );
}

/** The frame of every administration screen: graphite in both themes, to set it apart from the product. */
export function AdminShell({ entries }: { entries: AdminEntry[] }) {
  return (
    <>
      <SkipLink />
      <div className={styles.root}>
        <Sidebar entries={entries} />
        <div className={styles.page}>
          <header className={styles.head}>
            <Logo />
            <span className={styles.here}>{t('admin.short')}</span>
            <ThemeSwitch />
          </header>
          <Tabs entries={entries} />
          <main className={styles.main} id="content" tabIndex={-1}>
            <Suspense fallback={<div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <ProofDialog />
    </>
  );
}
