import { useId, type ReactNode } from 'react';
import type { INKS } from '@inkling/contracts/constants';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** A line or a button at the end of the heading. */
  aside?: ReactNode;
  ink?: (typeof INKS)[number];
  children: ReactNode;
}

/** A part of a screen on a sheet with its heading. */
export function Panel({ title, aside, ink, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.root} data-ink={ink} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** A list in a panel: a line between entries, words that take the room, a button at the end. */
export const PanelList = ({ children }: { children: ReactNode }) => <ul className={styles.list}>{children}</ul>;
