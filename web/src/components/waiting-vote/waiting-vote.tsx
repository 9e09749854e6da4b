import { useEffect, useRef } from 'react';
import { INKS } from '@inkling/contracts/constants';
import { t } from '../../lib/i18n';
import { dropPendingVote, usePendingVote } from '../../lib/pending-vote/pending-vote';
import { Tick } from '../ui/tally';
import '../../lib/i18n/poll-strings';
import styles from './waiting-vote.module.css';

interface WaitingVoteProps {
  /** The signed-in user, if any: another person's choice is not shown. */
  userId?: number;
  /** Only a choice on this poll. */
  pollId?: number;
  /** The button says Change where another option can be chosen at once, else Discard. */
  change?: boolean;
  /** It has just replaced the options, so it takes the focus. */
  focused?: boolean;
  /** One line under the choice. */
  note?: string;
}

/** The slip that shows a choice that is kept on this device and waits to be cast. Renders nothing without one. */
export function WaitingVote({ userId, pollId, change = false, focused = false, note }: WaitingVoteProps) {
  const waiting = usePendingVote();
  const slip = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focused) slip.current?.focus();
  }, [focused]);
  if (!waiting || (pollId !== undefined && waiting.pollId !== pollId)) return null;
  if (userId !== undefined && waiting.userId !== null && waiting.userId !== userId) return null;
  return (
    <section
      ref={slip}
      className={`tabbed ${styles.root}`}
      data-ink={INKS[waiting.pollId % INKS.length]}
      aria-label={t('polls.waitingTitle')}
      tabIndex={-1}
    >
      <p className="eyebrow" aria-hidden="true">
        {t('polls.waitingTitle')}
      </p>
      <h2 dir="auto">{waiting.question}</h2>
      <div className={styles.choice} dir="auto">
        <span className="box" aria-hidden="true">
          <Tick />
        </span>
        <span className={styles.text}>{waiting.optionText}</span>
        <button type="button" className="link" onClick={() => dropPendingVote()}>
          {t(change ? 'polls.waitingChange' : 'polls.waitingDiscard')}
        </button>
      </div>
      {note && <p className="fine">{note}</p>}
    </section>
  );
}
