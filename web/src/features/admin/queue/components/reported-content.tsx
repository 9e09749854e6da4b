import { t } from '../../../../lib/i18n';
import styles from './reported-content.module.css';

/** A poll's question and options, as on its card but nothing to press. */
export function ReportedPoll({
  question,
  options,
  picture,
  votes,
  at,
}: {
  question: string;
  options: readonly string[];
  /** Its address; null without one. */
  picture: string | null;
  /** In total; nobody sees who chose what. */
  votes: number | null;
  at: string;
}) {
  return (
    <>
      <h2 className={`question ${styles.question}`}>{question}</h2>
      {picture && <img className={styles.picture} src={picture} alt={t('adminCase.pictureOfPoll')} />}
      <ul className="opts">
        {options.map((option, index) => (
          // Two options may read the same.
          <li key={`${index} ${option}`} className={`opt ${styles.option}`}>
            <span className="opt-text">{option}</span>
          </li>
        ))}
      </ul>
      <p className="tally-line">
        {votes !== null && <span>{t('adminCase.votes', { count: votes })}</span>}
        <span className="left">{t('adminCase.asOf', { time: at })}</span>
      </p>
    </>
  );
}

/** A comment, or the name and username of a profile. */
export const ReportedText = ({ text, at }: { text: string; at: string }) => (
  <>
    <p className={styles.text}>{text}</p>
    <p className="tally-line">
      <span className="left">{t('adminCase.asOf', { time: at })}</span>
    </p>
  </>
);
