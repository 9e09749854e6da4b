import { INVITATIONS_MAX } from '@inkling/contracts/constants';
import { useAllInvitations } from '../../../components/invitations/api';
import { InvitationRows } from '../../../components/invitations/invitation-rows';
import { NewInvitation } from '../../../components/invitations/new-invitation';
import { LoadFailed } from '../../../components/ui/load-failed';
import { t } from '../../../lib/i18n';
import { AdminHead, AdminPage } from '../components/admin-head';
import { Panel } from '../components/panel';
import styles from './invitations-page.module.css';
import '../strings';

/** `/admin/invitations`: everybody's invitations, and new ones without a limit. */
export default function InvitationsPage() {
  const { data, isError, isFetching, refetch } = useAllInvitations();
  return (
    <AdminPage>
      <AdminHead title={t('admin.invitations')} />
      <div className={styles.root}>
        <Panel title={t('invitations.make')}>
          <NewInvitation most={INVITATIONS_MAX} />
        </Panel>
        <Panel title={t('invitations.title')}>
          {data ? (
            <InvitationRows invitations={data.invitations} />
          ) : isError ? (
            <LoadFailed title={t('invitations.failed')} busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />
          )}
        </Panel>
      </div>
    </AdminPage>
  );
}
