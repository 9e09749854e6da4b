import type { Poll } from '@inkling/contracts';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { KeepButton } from './keep-button';
import { LockIcon } from './lock-icon';
import styles from './ballot-chips.module.css';
import './strings';

const Sealed = () => (
  <>
    <LockIcon />
    {t('ballots.sealed')}
  </>
);

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
      {sealed && !dead && (
        <KeepButton className={styles.chip}>
          <Sealed />
        </KeepButton>
      )}
      {sealed && dead && (
        <span className={styles.chip}>
          <Sealed />
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
