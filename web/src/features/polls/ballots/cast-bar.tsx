import { useId } from 'react';
import { Button } from '../../../components/ui/button';
import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import type { HeldVote } from '../model/held-votes';
import { Seconds } from './seconds';
import styles from './cast-bar.module.css';

interface CastBarProps {
  /** How many options are chosen. */
  count: number;
  text: string;
  /** Enough are chosen to vote. */
  ready: boolean;
  onVote: () => void;
  onClear?: () => void;
  /** The vote waits to be sent. */
  held?: HeldVote;
  onTakeBack: () => void;
}

/** Rises with the first choice: how many there are, and Vote. Nothing is sent before. */
export function CastBar({ count, text, ready, onVote, onClear, held, onTakeBack }: CastBarProps) {
  const id = useId();
  return (
    <div className={styles.bar}>
      {held ? <Seconds until={held.sentAt} /> : <Tally count={count} className={styles.tally} />}
      <span className={styles.text} id={id}>
        {held ? t('polls.notSent') : text}
      </span>
      {onClear && !held && (
        <button type="button" className="link" onClick={onClear}>
          {t('ballots.clear')}
        </button>
      )}
      {held ? (
        <Button variant="line" onClick={onTakeBack}>
          {t('ballots.takeBack')}
        </Button>
      ) : (
        <Button aria-disabled={!ready} aria-describedby={id} onClick={() => ready && onVote()}>
          {t('ballots.vote')}
        </Button>
      )}
    </div>
  );
}
