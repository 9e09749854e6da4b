import type { CaseView } from '@inkling/contracts';
import { LoadFailed } from '../../../../components/ui/load-failed';
import { ApiFailure } from '../../../../lib/api';
import { t } from '../../../../lib/i18n';
import { Panel } from '../../components/panel';
import { useHold } from '../api/hold';
import { useCase } from '../api/queue';
import { actName } from '../model/act-words';
import { moment } from '../model/moment';
import { CasePage } from './case-page';
import styles from './open-case.module.css';

function Shown({ view }: { view: CaseView }) {
  const { decidedAt, outcome } = view;
  useHold(view.id, decidedAt !== null);
  return (
    <CasePage view={view}>
      {decidedAt !== null && (
        <Panel title={t('adminCase.decided')}>
          <p className={styles.outcome}>
            <b>{outcome ? actName(outcome) : t('adminCase.closed')}</b>, {moment(decidedAt)}
          </p>
        </Panel>
      )}
    </CasePage>
  );
}

/** The case that is open, or why it cannot be shown. */
export function OpenCase({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useCase(id);
  if (data) return <Shown view={data} />;
  if (error)
    return (
      <LoadFailed
        title={t(error instanceof ApiFailure && error.status === 404 ? 'adminCase.unknown' : 'adminCase.loadFailed')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />;
}
