import { useEffect, useRef } from 'react';
import { t } from '../../../lib/i18n';
import styles from './welcome.module.css';

/** The step's position among all, from 0. */
export interface Place {
  index: number;
  count: number;
  /** A step came before it on this page, so the focus moves to this heading. */
  moved: boolean;
}

export interface StepProps {
  place: Place;
  onDone: () => void;
}

/** A step's position among all, its heading and its sentence. */
export function StepHead({ place, title, text }: { place: Place; title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { index, count, moved } = place;
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
  }, [moved]);
  return (
    <header>
      <p className={styles.steps} role="img" aria-label={t('welcome.step', { step: index + 1, count })}>
        {Array.from({ length: count }, (_, step) => (
          <i key={step} className={step <= index ? styles.isDone : undefined} />
        ))}
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="muted">{text}</p>
    </header>
  );
}
