import { useEffect, useRef, useState } from 'react';
import type { Poll } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { Sheet } from '../../../components/ui/sheet';
import { t } from '../../../lib/i18n';
import { useDeletePoll } from '../api/delete-poll';
import { wholeCount } from '../model/tally';
import '../../../lib/i18n/poll-strings';
import styles from './poll-menu.module.css';

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
  /** Runs when the server has deleted the poll, before it leaves the lists. */
  onDeleted: () => void;
}

/** The author's menu: Delete Poll, confirmed in a sheet. */
export function PollMenu({ poll, onDeleted }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const remove = useDeletePoll(() => {
    setConfirming(false);
    onDeleted();
  });

  useEffect(() => {
    if (!open) return undefined;
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div
      ref={root}
      className={styles.root}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={trigger}
        type="button"
        className="icon-btn"
        aria-label={t('polls.menu')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div
          className={styles.menu}
          role="menu"
          tabIndex={-1}
          aria-label={t('polls.menu')}
          onKeyDown={(event) => {
            // With a single entry the arrow keys stay on it and must not scroll the page.
            if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) event.preventDefault();
          }}
        >
          <button
            type="button"
            role="menuitem"
            className={styles.isDanger}
            autoFocus
            onClick={() => {
              setOpen(false);
              setConfirming(true);
            }}
          >
            <Icon name="trash" size="m" />
            {t('polls.delete')}
          </button>
        </div>
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
    </div>
  );
}
