import type { ActBody, CaseView } from '@inkling/contracts';
import { ButtonLink } from '../../../../components/ui/button';
import { Empty } from '../../../../components/ui/empty';
import { LoadFailed } from '../../../../components/ui/load-failed';
import { ApiFailure } from '../../../../lib/api';
import { t } from '../../../../lib/i18n';
import { useSession } from '../../../../lib/session';
import { Panel } from '../../components/panel';
import { StrokeList } from '../../components/stroke-list';
import { useDecideAppeal } from '../api/decide';
import { useHold } from '../api/hold';
import { useCase } from '../api/queue';
import { actName } from '../model/act-words';
import { moment } from '../model/moment';
import { ActLine } from './act-line';
import { AppealPanel } from './appeal-panel';
import { CasePage } from './case-page';
import { DecidePanel } from './decide-panel';
import styles from './open-case.module.css';

interface OpenCaseProps {
  id: number;
  onDecide: (body: ActBody) => void;
  /** Goes on to the next case. */
  onLeave: () => void;
}

/** What has been decided on a case, and the appeals against it. */
function Decided({ view, onLeave }: { view: CaseView; onLeave: () => void }) {
  const { user } = useSession();
  const answer = useDecideAppeal(view.id, onLeave);
  const { acts, outcome, decidedAt } = view;
  return (
    <>
      {acts.map(
        (act) =>
          act.appeal && (
            <AppealPanel
              key={act.appeal.id}
              act={act}
              appeal={act.appeal}
              own={act.moderatorId === user?.id}
              busy={answer.isPending}
              onDecide={(body) => act.appeal && answer.mutate({ appealId: act.appeal.id, body })}
            />
          ),
      )}
      <Panel title={t('adminCase.decided')}>
        {acts.length > 0 ? (
          <StrokeList lines={acts.map((act) => ({ key: act.id, line: <ActLine act={act} /> }))} />
        ) : (
          <p className={styles.outcome}>
            <b>{outcome ? actName(outcome) : t('adminCase.closed')}</b>
            {decidedAt && `, ${moment(decidedAt)}`}
          </p>
        )}
      </Panel>
    </>
  );
}

function Shown({ view, onDecide, onLeave }: { view: CaseView } & Omit<OpenCaseProps, 'id'>) {
  const decided = view.decidedAt !== null;
  const keep = useHold(view.id, decided);
  return (
    <CasePage view={view}>
      {decided ? (
        <Decided view={view} onLeave={onLeave} />
      ) : (
        <DecidePanel
          view={view}
          onDecide={(body) => {
            keep();
            onDecide(body);
          }}
          onLeave={onLeave}
        />
      )}
    </CasePage>
  );
}

/** The case that is open, or why it cannot be shown. */
export function OpenCase({ id, ...decision }: OpenCaseProps) {
  const { data, error, isFetching, refetch } = useCase(id);
  if (data) return <Shown view={data} {...decision} />;
  if (error instanceof ApiFailure && error.status === 404)
    return (
      <div role="alert">
        <Empty drawing="torn" title={t('adminCase.unknown')}>
          <ButtonLink to="/admin/queue">{t('admin.queue')}</ButtonLink>
        </Empty>
      </div>
    );
  if (error) return <LoadFailed title={t('adminCase.loadFailed')} busy={isFetching} onRetry={() => void refetch()} />;
  return <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />;
}
