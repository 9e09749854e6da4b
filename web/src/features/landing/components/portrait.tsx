import type { CSSProperties } from 'react';

/** A drawn face in place of a photograph. */
export function Portrait({ src, ink, size }: { src: string; ink: string; size: number }) {
  return (
    <span className="ava" data-ink={ink} style={{ '--sz': `${size}px` } as CSSProperties} aria-hidden="true">
      <img src={src} alt="" />
    </span>
  );
}
