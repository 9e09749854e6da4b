import { useRef, useState } from 'react';
import type { Poll } from '@inkling/contracts';
import { Button } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { LoadMore } from '../../components/ui/load-more';
import { Sheet } from '../../components/ui/sheet';
import { t } from '../../lib/i18n';
import { formatNumber } from '../../lib/i18n/format';
import { useSession } from '../../lib/session';
import { wholeCount } from '../polls/model/tally';
import { useLivePoll } from '../polls/use-live-poll';
import { useSwitchComments } from '../polls/api/switch-comments';
import { useCommentList } from './api/comment-list';
import { useDeleteComment } from './api/delete-comment';
import { commentsOf } from './comment-pages';
import { CommentForm } from './components/comment-form';
import { CommentRow } from './components/comment-row';
import { useLiveComments } from './use-live-comments';
import './strings';
import row from './components/comment-row.module.css';
import styles from './comments.module.css';

const WAITING = [1, 0.6, 0.3];

function Waiting() {
  return (
    <div role="status" aria-label={t('comments.loading')}>
      {WAITING.map((opacity) => (
        <div key={opacity} className={row.root} style={{ opacity }} aria-hidden="true">
          <span className="pulse skel-face" />
          <div className="skel-lines">
            <span className="pulse skel-name" />
            <span className="pulse" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The comments under a poll: add, follow live, delete one's own and those under one's own poll. */
export function Comments({ poll, focused }: { poll: Poll; focused: boolean }) {
  const { user } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useCommentList(poll.id);
  const remove = useDeleteComment(poll);
  const [leaving, setLeaving] = useState<number | null>(null);
  // Down here the card is off screen and no longer follows the poll itself.
  useLivePoll(poll.id, true);
  useLiveComments(poll.id);
  const comments = commentsOf(query.data);
  const switching = useSwitchComments(poll);
  const ownPoll = user !== null && poll.userId === user?.id;
  const off = poll.commentsOff === true;

  return (
    <section className={styles.root} aria-labelledby="comments-title">
      <h2 id="comments-title" ref={heading} tabIndex={-1}>
        {t('comments.title')} <span className="muted">{formatNumber(wholeCount(poll.commentsCount))}</span>
      </h2>
      {off && <p className={`${styles.off} muted`}>{t(ownPoll ? 'comments.offByYou' : 'comments.off')}</p>}
      {user && !off && <CommentForm poll={poll} user={user} focused={focused} />}
      {query.isPending && <Waiting />}
      {query.isError && comments.length === 0 && (
        <div className="load-failed" role="alert">
          <p>{t('comments.failed')}</p>
          <Button size="s" variant="line" disabled={query.isFetching} onClick={() => void query.refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
      {query.isSuccess && comments.length === 0 && !off && (
        <p className={`${styles.none} muted`}>{t('comments.empty')}</p>
      )}
      <ol>
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            onDelete={
              (comment.userId === user?.id || ownPoll) && !comment.pending ? () => setLeaving(comment.id) : undefined
            }
            onSwitch={ownPoll ? () => switching.mutate() : undefined}
            off={off}
          />
        ))}
      </ol>
      <LoadMore query={query} />
      <Sheet
        alert
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('comments.deleteTitle')}
        description={t('comments.deleteText')}
      >
        <div className="sheet-actions">
          <Button
            variant="stamp"
            size="l"
            block
            onClick={() => {
              if (leaving !== null) remove.mutate(leaving);
              setLeaving(null);
              // The row that opened the sheet is gone.
              requestAnimationFrame(() => heading.current?.focus());
            }}
          >
            <Icon name="trash" size="m" />
            {t('comments.delete')}
          </Button>
          <Button variant="well" size="l" block onClick={() => setLeaving(null)}>
            {t('comments.cancel')}
          </Button>
        </div>
      </Sheet>
    </section>
  );
}
