import styles from './recent.module.css';

/** Placeholders while the people are being read. */
const WAITING = 10;

/** The strip before its people are known. */
export const RecentWait = () =>
  Array.from({ length: WAITING }, (_, place) => (
    <li key={place} className={styles.wait} aria-hidden="true">
      <span className="pulse" />
      <span className="pulse" />
    </li>
  ));
