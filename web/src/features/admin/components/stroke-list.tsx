import type { ReactNode } from 'react';
import styles from './stroke-list.module.css';

/** Short lines about the past, each behind a stroke of the pen. */
export const StrokeList = ({
  label,
  lines,
}: {
  label?: string;
  lines: readonly { key: string | number; line: ReactNode }[];
}) => (
  <ol className={styles.root} aria-label={label}>
    {lines.map(({ key, line }) => (
      <li key={key}>{line}</li>
    ))}
  </ol>
);
