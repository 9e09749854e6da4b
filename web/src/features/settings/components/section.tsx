import { useId, type ReactNode } from 'react';

/** A part of the page with its heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="settings-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className="fine">{text}</p>}
      {children}
    </section>
  );
}
