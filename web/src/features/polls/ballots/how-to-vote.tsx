import { Filled } from '../../../lib/i18n/filled';
import { t } from '../../../lib/i18n';
import type { Votable } from './votable';
import styles from './how-to-vote.module.css';

/** "up to 3", "exactly 2", as the author decided. */
function limitText({ minChoices: least, maxChoices: most, options }: Votable): string {
  if (least === most) return t('ballots.limitExactly', { count: most });
  if (least > 1)
    return most < options.length
      ? t('ballots.limitBetween', { least, most })
      : t('ballots.limitAtLeast', { count: least });
  return most < options.length ? t('ballots.limitUpTo', { count: most }) : t('ballots.limitAny');
}

function Method({ poll, started }: { poll: Votable; started: boolean }) {
  if (poll.method === 'multiple')
    return <Filled message="ballots.chooseLimit" parts={{ limit: <b>{limitText(poll)}</b> }} />;
  if (poll.method === 'ranked')
    return (
      <Filled
        message={started ? 'ballots.rankAnywhere' : 'ballots.rankStart'}
        parts={{ order: <b>{t('ballots.rankOrder')}</b> }}
      />
    );
  if (poll.quiz) return <Filled message="ballots.quizHow" parts={{ when: <b>{t('ballots.quizWhen')}</b> }} />;
  return null;
}

/** Whether there is anything to say on how to vote. */
export const hasHow = ({ method, quiz, sealed }: Pick<Votable, 'method' | 'quiz' | 'sealed'>): boolean =>
  method !== 'single' || quiz !== null || sealed;

/** A line under the question on how to vote. `started`: enough options have a number. */
export function HowToVote({ poll, id, started = false }: { poll: Votable; id?: string; started?: boolean }) {
  if (!hasHow(poll)) return null;
  const method = poll.method !== 'single' || poll.quiz !== null;
  return (
    <p className={styles.how} id={id}>
      {method && <Method poll={poll} started={started} />}
      {method && poll.sealed && '. '}
      {poll.sealed && t('ballots.sealedHow')}
    </p>
  );
}
