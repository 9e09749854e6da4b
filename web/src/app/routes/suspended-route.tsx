import { useState } from 'react';
import { Navigate } from 'react-router';
import type { Suspension } from '@inkling/contracts';
import { ProofDialog } from '../../components/proof/proof-dialog';
import { Button } from '../../components/ui/button';
import { Drawing } from '../../components/ui/empty';
import { Logo } from '../../components/ui/logo';
import { DataExport } from '../../features/settings/components/data-export';
import { DeleteAccount } from '../../features/settings/components/delete-account';
import '../../features/settings/strings';
import { register, t } from '../../lib/i18n';
import { suspended } from '../../lib/i18n/en/suspended';
import { dateFormat } from '../../lib/i18n/format';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { shortDay } from '../../lib/time';
import { SuspensionAppeal } from './suspension-appeal';
import styles from './suspended-route.module.css';

register({ suspended });

const moment = dateFormat({ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }, 'en-GB');

/** `/suspended`: why the account is suspended, and what stays open (docs/product.md#suspended-accounts). */
export default function SuspendedRoute() {
  const { status, user } = useSession();
  usePageTitle(t('suspended.page'));
  if (status === 'loading') return null;
  if (!user?.suspension) return <Navigate to={user ? '/home' : '/login'} replace />;
  return <Suspended suspension={user.suspension} />;
}

function Suspended({ suspension: { actId, until, rule, reason } }: { suspension: Suspension }) {
  const { logout } = useSession();
  const [exporting, setExporting] = useState(false);
  return (
    <div className={styles.root}>
      <header>
        <Logo />
      </header>
      <main className={styles.main}>
        <div className={`empty ${styles.card}`}>
          <Drawing name="box" />
          <p className={styles.stamp}>
            <span>{until === null ? t('suspended.closed') : t('suspended.closedUntil', { day: shortDay(until) })}</span>
          </p>
          <h1 className="empty-title">{t('suspended.title')}</h1>
          <p>
            {until === null ? t('suspended.forGood') : t('suspended.until', { when: moment(new Date(until)) })}{' '}
            {rule !== null && t('suspended.rule', { rule })}
          </p>
          <blockquote className={styles.quote} data-ink="coral">
            <span dir="auto">{reason}</span>
            <cite>{t('suspended.moderators')}</cite>
          </blockquote>
          <SuspensionAppeal actId={actId} />
          <div className={styles.actions}>
            <Button variant="line" aria-expanded={exporting} onClick={() => setExporting(!exporting)}>
              {t('suspended.export')}
            </Button>
            <Button variant="line" onClick={() => void logout()}>
              {t('suspended.logOut')}
            </Button>
          </div>
          <p className="fine">{t('suspended.open')}</p>
        </div>
        {exporting && <DataExport />}
        <DeleteAccount />
      </main>
      <ProofDialog />
    </div>
  );
}
