import { Tally } from '../../../../components/ui/tally';
import styles from './tally-strokes.module.css';

/** People in one group of strokes. */
const GROUP = 5;
/** Groups on screen; the number beside them says the rest. */
const GROUPS = 4;

/** A number of people in tally strokes, in groups of five; decorative, the number stands beside it as text. */
export function TallyStrokes({ count }: { count: number }) {
  const groups = Math.min(GROUPS, Math.ceil(count / GROUP));
  return (
    <span className={styles.root} aria-hidden="true">
      {Array.from({ length: groups }, (_, index) => (
        <Tally key={index} className={styles.group} count={Math.min(GROUP, count - index * GROUP)} />
      ))}
    </span>
  );
}
