import { Link } from 'react-router';
import { TallyStrokes } from './tally-strokes';
import styles from './case-row.module.css';

interface CaseRowProps {
  to: string;
  /** It is open beside the list. */
  current: boolean;
  title: string;
  /** How old it is: `19h`. */
  age: string;
  /** People who reported it. */
  reports: number;
  /** The number of reports as text, the rule, and what flagged it. */
  facts: string;
}

/** A case in the list of the queue. */
export const CaseRow = ({ to, current, title, age, reports, facts }: CaseRowProps) => (
  <li>
    <Link
      to={to}
      className={current ? `${styles.root} ${styles.isOpen}` : styles.root}
      aria-current={current ? 'true' : undefined}
    >
      <b>
        <bdi>{title}</bdi>
      </b>
      <span className={styles.age}>{age}</span>
      <span className={styles.facts}>
        {reports > 0 && (
          <>
            <TallyStrokes count={reports} />{' '}
          </>
        )}
        {facts}
      </span>
    </Link>
  </li>
);
