import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

/** A part of the page with its heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.root} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className={`fine ${styles.text}`}>{text}</p>}
      {children}
    </section>
  );
}
