import { lazy, Suspense, useState } from 'react';
import type { Poll } from '@inkling/contracts';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { LockIcon } from './lock-icon';
import styles from './ballot-chips.module.css';
import './strings';

const KeepSheet = lazy(async () => ({ default: (await import('./keep-sheet')).KeepSheet }));

/** "Sealed", which opens what we keep of a vote. */
function SealedChip() {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <LockIcon />
        {t('ballots.sealed')}
      </button>
      {asked && (
        <Suspense fallback={null}>
          <KeepSheet open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

type Marked = Pick<Poll, 'quiz' | 'sealed' | 'visibility'>;

/** What is special about a poll, above its author. `dead`: in a preview, where nothing can be opened. */
export function BallotChips({ poll, dead = false }: { poll: Marked; dead?: boolean }) {
  const { quiz, sealed, visibility } = poll;
  return (
    <div className={styles.chips}>
      {quiz && (
        <span className={styles.chip}>
          <Icon name="pen" />
          {t('ballots.quiz')}
        </span>
      )}
      {sealed && !dead && <SealedChip />}
      {sealed && dead && (
        <span className={styles.chip}>
          <LockIcon />
          {t('ballots.sealed')}
        </span>
      )}
      {visibility !== 'public' && (
        <span className={styles.chip}>
          <Icon name={visibility === 'unlisted' ? 'link' : 'user'} />
          {t(`ballots.${visibility}`)}
        </span>
      )}
    </div>
  );
}
