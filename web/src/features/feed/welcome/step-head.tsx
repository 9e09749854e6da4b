import { useEffect, useRef } from 'react';
import { t } from '../../../lib/i18n';

/** Where a step stands among all, from 0. */
export interface Place {
  index: number;
  count: number;
  /** Another step came before it on this page: the focus goes along to its heading. */
  moved: boolean;
}

export interface StepProps {
  place: Place;
  onDone: () => void;
}

/** A step's place among all, its heading and its one sentence. */
export function StepHead({ place, title, text }: { place: Place; title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { index, count, moved } = place;
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
  }, [moved]);
  return (
    <header>
      <p className="welcome-steps" role="img" aria-label={t('welcome.step', { step: index + 1, count })}>
        {Array.from({ length: count }, (_, step) => (
          <i key={step} className={step <= index ? 'is-on' : undefined} />
        ))}
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="muted">{text}</p>
    </header>
  );
}
