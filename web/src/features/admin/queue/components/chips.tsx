import { Segments, type SegmentsProps } from '../../components/segments';
import styles from './chips.module.css';

/** A few short choices in rows, at most one of which is on. */
export const Chips = <Value extends string | number>(props: Omit<SegmentsProps<Value>, 'className'>) => (
  <Segments {...props} className={styles.root} />
);
