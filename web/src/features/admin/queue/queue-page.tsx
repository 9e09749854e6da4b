import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { CaseFilter } from '@inkling/contracts/constants';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { usePageTitle } from '../../../lib/page-title';
import { useMatches } from '../../../lib/use-matches';
import { useDecide } from './api/decide';
import { useQueue } from './api/queue';
import { KeyBar } from './components/key-bar';
import { KeysDialog } from './components/keys-dialog';
import { OpenCase } from './components/open-case';
import { Pile } from './components/pile';
import { afterLeaving, neighbour } from './model/neighbour';
import { useQueueKeys } from './model/use-queue-keys';
import styles from './queue-page.module.css';
import './strings';

/** From here on list and case are side by side; below they are two screens. */
const LARGE = '(min-width: 1024px)';

/** `/admin/queue` and `/admin/queue/{caseId}`: what was reported or flagged, and the decision about it. */
export default function QueuePage() {
  usePageTitle(t('admin.queue'));
  const navigate = useNavigate();
  const large = useMatches(LARGE);
  const { caseId } = useParams();
  const openId = caseId !== undefined && /^[1-9]\d{0,15}$/.test(caseId) ? Number(caseId) : null;
  const [filter, setFilter] = useState<CaseFilter>('all');
  const [listing, setListing] = useState(false);
  const queue = useQueue(filter);
  const lines = queue.data?.pages.flatMap(({ cases }) => cases);
  const show = (id: number | null) => void navigate(id === null ? '/admin/queue' : `/admin/queue/${id}`);
  const { decide, undo } = useDecide({ open: show });
  const leave = () => show(lines && openId !== null ? afterLeaving(lines, openId) : null);
  const move = (way: 1 | -1) => {
    const next = neighbour(lines ?? [], openId, way);
    if (next !== null) show(next);
  };
  useQueueKeys({ J: () => move(1), K: () => move(-1), Z: undo, '?': () => setListing(true) });

  const first = lines?.[0];
  if (large && openId === null && first) return <Navigate to={`/admin/queue/${first.id}`} replace />;
  return (
    <div className={openId === null ? styles.root : `${styles.root} ${styles.hasCase}`}>
      <div className={styles.desk}>
        <div className={styles.pile}>
          <Pile
            filter={filter}
            onFilter={setFilter}
            counts={queue.data?.pages.at(-1)?.counts}
            lines={lines}
            openId={openId}
            failed={queue.isError}
            busy={queue.isFetching}
            onRetry={() => void queue.refetch()}
          />
          {queue.hasNextPage && (
            <div className={styles.more}>
              <Button
                variant="line"
                size="s"
                disabled={queue.isFetchingNextPage}
                onClick={() => void queue.fetchNextPage()}
              >
                {t('adminQueue.more')}
              </Button>
            </div>
          )}
        </div>
        <div className={styles.opened}>
          {openId !== null && (
            <OpenCase
              key={openId}
              id={openId}
              onDecide={(body) => {
                decide({ caseId: openId, body });
                leave();
              }}
              onLeave={leave}
            />
          )}
        </div>
      </div>
      <KeyBar />
      <KeysDialog open={listing} onOpenChange={setListing} />
    </div>
  );
}
