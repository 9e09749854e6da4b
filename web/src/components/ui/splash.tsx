import { useCallback } from 'react';
import { t } from '../../lib/i18n';

/** The mark, drawn stroke by stroke and crossed out by the highlighter. */
export function TallyStrokes() {
  return (
    <>
      <path className="nib" pathLength="1" d="M1 25.2 35 6.6" />
      <path pathLength="1" d="M6.8 4.4C6.5 12.5 6.7 20 6.5 28.6" />
      <path pathLength="1" d="M14.2 5.4C14.5 12.5 14 20.5 14.3 28.9" />
      <path pathLength="1" d="M21.9 4.6C21.6 12 22 20 21.7 28.3" />
      <path pathLength="1" d="M29.3 5.2C29.6 12.5 29.1 21 29.5 28.7" />
    </>
  );
}

/**
 * The whole page while the landing page loads: five strokes within one second, of which `seen` milliseconds have
 * passed.
 */
export function Splash({ seen = 0 }: { seen?: number }) {
  const attach = useCallback(
    (drawing: SVGSVGElement | null) => {
      if (seen > 0) for (const stroke of drawing?.getAnimations?.({ subtree: true }) ?? []) stroke.currentTime = seen;
    },
    [seen],
  );
  return (
    <div className="splash">
      <svg ref={attach} className="sp" viewBox="0 0 36 32" role="img" aria-label={t('ui.loadingInkling')}>
        <TallyStrokes />
      </svg>
    </div>
  );
}
