import { useEffect, useId, useRef, useState } from 'react';
import type { Poll } from '@inkling/contracts';
import { Icon } from '../../../components/ui/icon';
import { recommendationOf } from '../model/recommendation';
import styles from './recommendation-chip.module.css';

/** Why the poll is suggested; a tooltip with at most three topics on hover, focus and press. */
export function RecommendationChip({ poll }: { poll: Poll }) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const why = recommendationOf(poll);

  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    const onPress = (event: PointerEvent) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open]);

  if (!why) return null;
  return (
    <div
      ref={root}
      className={styles.line}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
    >
      <button
        type="button"
        className={styles.chip}
        aria-describedby={id}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={(event) => setOpen((event.nativeEvent as PointerEvent).pointerType !== 'touch' || !open)}
      >
        <Icon name={why.icon} />
        {why.label}
      </button>
      <div className={styles.tip} role="tooltip" id={id} hidden={!open}>
        {why.text}
        {why.topics.length > 0 && (
          <ul>
            {why.topics.map((topic) => (
              <li key={topic}>
                <bdi>{topic}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
