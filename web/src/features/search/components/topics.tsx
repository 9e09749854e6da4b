import { INKS } from '@inkling/contracts/constants';
import styles from './topics.module.css';

/** The order of the inks, so that neighbours differ. */
const ORDER = [3, 4, 5, 0, 1, 2] as const;

interface TopicsProps {
  topics: readonly string[];
  /** Centred, as in an empty state. */
  centred?: boolean;
  onPick: (topic: string) => void;
}

/** Topics as strips of highlighter; pressing one searches for it. */
export function Topics({ topics, centred = false, onPick }: TopicsProps) {
  return (
    <ul className={centred ? `${styles.root} ${styles.isCentred}` : styles.root}>
      {topics.map((topic, index) => (
        <li key={topic}>
          <button
            type="button"
            className={styles.topic}
            data-ink={INKS[ORDER[index % ORDER.length] ?? 0]}
            data-hit
            onClick={() => onPick(topic)}
          >
            <bdi>{topic}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
