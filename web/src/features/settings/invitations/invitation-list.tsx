import { INVITATIONS_MAX } from '@inkling/contracts/constants';
import { useOwnInvitations } from '../../../components/invitations/api';
import { InvitationRows } from '../../../components/invitations/invitation-rows';
import { NewInvitation } from '../../../components/invitations/new-invitation';
import { LoadFailed } from '../../../components/ui/load-failed';
import { t } from '../../../lib/i18n';
import { Section } from '../components/section';
import styles from './invitation-list.module.css';

/** The own invitations, and a form for another one while there are people left to invite. */
export default function InvitationList({ byApproval }: { byApproval: boolean }) {
  const { data, isError, isFetching, refetch } = useOwnInvitations();
  const left = data?.left ?? INVITATIONS_MAX;
  return (
    <Section title={t('invitations.title')} text={t(byApproval ? 'invitations.approvalText' : 'invitations.text')}>
      {isError && !data && (
        <LoadFailed title={t('invitations.failed')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && (
        <div className={styles.root}>
          {data.left !== null && (
            <p className="fine">{left > 0 ? t('invitations.left', { count: left }) : t('invitations.noneLeft')}</p>
          )}
          {left > 0 && <NewInvitation most={left} />}
          {data.invitations.length > 0 && <InvitationRows invitations={data.invitations} />}
        </div>
      )}
    </Section>
  );
}
