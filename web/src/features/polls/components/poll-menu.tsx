import { lazy, Suspense, useRef, useState } from 'react';
import type { Poll } from '@inkling/contracts';
import { ActionMenu, type ActionMenuEntry } from '../../../components/ui/action-menu';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { Sheet } from '../../../components/ui/sheet';
import { t } from '../../../lib/i18n';
import { useDeletePoll } from '../api/delete-poll';
import { useSwitchComments } from '../api/switch-comments';
import { wholeCount } from '../model/tally';
import '../../../lib/i18n/poll-strings';

const StatisticsSheet = lazy(async () => ({
  default: (await import('../statistics/statistics-sheet')).StatisticsSheet,
}));

/** What is lost with the poll, as a sentence. */
function lossOf(poll: Poll): string {
  const vars = { question: poll.question, count: wholeCount(poll.votesCount) };
  const comments = wholeCount(poll.commentsCount);
  return comments > 0
    ? t('polls.deleteTextTalked', { ...vars, comments: t('polls.comments', { count: comments }) })
    : t('polls.deleteText', vars);
}

interface MenuProps {
  poll: Poll;
  /** Entries that other people's menus have as well. */
  shared: readonly ActionMenuEntry[];
  ended: boolean;
  onEnd: () => void;
  /** Runs when the server has deleted the poll, before it leaves the lists. */
  onDeleted: () => void;
}

/** The author's menu: comments off or on, Statistics, End now, and Delete Poll, confirmed in a sheet. */
export function PollMenu({ poll, shared, ended, onEnd, onDeleted }: MenuProps) {
  const [confirming, setConfirming] = useState(false);
  /** Undefined before it is opened for the first time. */
  const [counting, setCounting] = useState<boolean>();
  const trigger = useRef<HTMLButtonElement>(null);
  const remove = useDeletePoll(() => {
    setConfirming(false);
    onDeleted();
  });

  const comments = useSwitchComments(poll);

  return (
    <>
      <ActionMenu
        label={t('polls.menu')}
        entries={[
          {
            text: t(poll.commentsOff ? 'polls.switchOn' : 'polls.switchOff'),
            icon: <Icon name="comment" size="m" />,
            onChoose: () => comments.mutate(),
          },
          ...shared,
          {
            text: t('polls.statistics'),
            note: t('polls.statisticsNote'),
            icon: <Icon name="trending" size="m" />,
            onChoose: () => setCounting(true),
          },
          ...(ended
            ? []
            : [
                {
                  text: t('polls.endNow'),
                  note: t('polls.endNowNote'),
                  icon: <Icon name="clock" size="m" />,
                  onChoose: onEnd,
                },
              ]),
          {
            text: t('polls.delete'),
            icon: <Icon name="trash" size="m" />,
            danger: true,
            onChoose: () => setConfirming(true),
          },
        ]}
        trigger={trigger}
      />
      {counting !== undefined && (
        <Suspense fallback={null}>
          <StatisticsSheet poll={poll} open={counting} onOpenChange={setCounting} returnTo={trigger} />
        </Suspense>
      )}
      <Sheet
        alert
        returnTo={trigger}
        open={confirming}
        onOpenChange={(next) => !remove.isPending && setConfirming(next)}
        title={t('polls.deleteTitle')}
        description={lossOf(poll)}
      >
        <div className="sheet-actions">
          <Button variant="stamp" size="l" block disabled={remove.isPending} onClick={() => remove.mutate(poll.id)}>
            <Icon name="trash" size="m" />
            {remove.isPending ? t('polls.deleting') : t('polls.delete')}
          </Button>
          <Button variant="well" size="l" block disabled={remove.isPending} onClick={() => setConfirming(false)}>
            {t('polls.cancel')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
