import styles from './pips.module.css';
interface PipsProps {
  className?: string;
  count: number;
  index: number;
  label: string;
}

/** Slanted strokes that show which of several items is visible. */
export function Pips({ className, count, index, label }: PipsProps) {
  return (
    <span className={className ? `${styles.root} ${className}` : styles.root} role="img" aria-label={label}>
      {Array.from({ length: count }, (_, at) => (
        <i key={at} className={at === index ? styles.isOn : undefined} />
      ))}
    </span>
  );
}
