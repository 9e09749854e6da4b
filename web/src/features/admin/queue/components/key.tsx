import type { ReactNode } from 'react';
import styles from './key.module.css';

/** A key of the keyboard. `bare`: in the colour of the button around it. */
export const Key = ({ bare = false, children }: { bare?: boolean; children: ReactNode }) => (
  <kbd className={bare ? `${styles.root} ${styles.bare}` : styles.root} aria-hidden={bare || undefined}>
    {children}
  </kbd>
);
