import { useState } from 'react';
import type { SignUpRequest } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { LoadFailed } from '../../../components/ui/load-failed';
import { t } from '../../../lib/i18n';
import { useServerConfig } from '../../../lib/server-config';
import { AdminHead, AdminPage } from '../components/admin-head';
import { Panel } from '../components/panel';
import { StateTag } from '../components/state-tag';
import { moment } from '../queue/model/moment';
import { useDecide, useRequests } from './api';
import { RefuseDialog } from './refuse-dialog';
import styles from './requests-page.module.css';
import '../strings';

/** A request with its answer. Moderators see its number, administrators the address. */
function Request({ request: { userId, email, answer, requestedAt } }: { request: SignUpRequest }) {
  const decide = useDecide(userId);
  const [refusing, setRefusing] = useState(false);
  const who = email ?? t('adminRequests.number', { number: String(userId) });
  return (
    <li>
      <div className={styles.words}>
        {answer === null ? (
          <p className="muted">{t('adminRequests.noAnswer')}</p>
        ) : (
          <blockquote dir="auto">{answer}</blockquote>
        )}
        <p className="fine">
          <bdi>{who}</bdi>
          {' · '}
          <time dateTime={requestedAt}>{t('adminRequests.since', { time: moment(requestedAt) })}</time>
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          size="s"
          disabled={decide.isPending}
          aria-label={t('adminRequests.approveOf', { who })}
          onClick={() => decide.mutate({ approve: true })}
        >
          {t('adminRequests.approve')}
        </Button>
        <Button
          size="s"
          variant="line"
          disabled={decide.isPending}
          aria-label={t('adminRequests.refuseOf', { who })}
          onClick={() => setRefusing(true)}
        >
          {t('adminRequests.refuse')}
        </Button>
      </div>
      <RefuseDialog
        open={refusing}
        onOpenChange={setRefusing}
        onRefuse={(reason) => {
          setRefusing(false);
          decide.mutate({ approve: false, ...(reason === '' ? {} : { reason }) });
        }}
      />
    </li>
  );
}

/** `/admin/requests`: people who ask to join (docs/product.md#who-may-join). */
export default function RequestsPage() {
  const { data, isError, isFetching, refetch } = useRequests();
  const signUp = useServerConfig()?.instance?.signUp;
  const byApproval = signUp?.mode === 'approval';
  const question = byApproval ? signUp.question : null;
  return (
    <AdminPage>
      <AdminHead title={t('admin.requests')}>
        {data && data.waiting > 0 && (
          <StateTag weight="warn">{t('adminRequests.waiting', { count: data.waiting })}</StateTag>
        )}
      </AdminHead>
      <Panel title={question === null ? t('adminRequests.text') : t('adminRequests.question', { question })}>
        {data ? (
          data.requests.length > 0 ? (
            <ul className={styles.list} aria-label={t('admin.requests')}>
              {data.requests.map((request) => (
                <Request key={request.userId} request={request} />
              ))}
            </ul>
          ) : (
            <p className={`muted ${styles.none}`}>
              {t(byApproval ? 'adminRequests.none' : 'adminRequests.noneByMode')}
            </p>
          )
        ) : isError ? (
          <LoadFailed title={t('adminRequests.failed')} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />
        )}
      </Panel>
    </AdminPage>
  );
}
