import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import '../../../lib/i18n/poll-strings';
import styles from './pull-to-refresh.module.css';

/**
 * Pixels: the distance that triggers a refresh, the share of the finger's way that the page follows, and its maximum.
 */
const THRESHOLD = 80;
const DAMPING = 0.4;
const MAX = 120;

/** How far the page follows a finger that has moved `distance` pixels down. */
export const pulledBy = (distance: number): number => Math.min(MAX, Math.max(0, distance) * DAMPING);

interface PullProps {
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}

/** Refreshes its content when it is pulled down by touch from the very top of the page. */
export function PullToRefresh({ onRefresh, children }: PullProps) {
  const root = useRef<HTMLDivElement>(null);
  const [pulled, setPulled] = useState(0);
  const [busy, setBusy] = useState(false);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });

  useEffect(() => {
    const node = root.current;
    if (!node) return undefined;
    let start: { x: number; y: number } | null = null;
    let distance = 0;
    const begin = (event: TouchEvent) => {
      const touch = event.touches[0];
      const free = window.scrollY <= 0 && event.touches.length === 1 && touch;
      start = free ? { x: touch.clientX, y: touch.clientY } : null;
      distance = 0;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!start || !touch) return;
      distance = touch.clientY - start.y;
      if (distance <= 0 || window.scrollY > 0 || Math.abs(touch.clientX - start.x) > distance) {
        setPulled(0);
        return;
      }
      // Otherwise the browser's own pull-to-refresh takes over.
      if (event.cancelable) event.preventDefault();
      setPulled(pulledBy(distance));
    };
    const end = () => {
      if (start && distance > THRESHOLD) {
        setBusy(true);
        void refresh.current().finally(() => setBusy(false));
      }
      start = null;
      setPulled(0);
    };
    node.addEventListener('touchstart', begin, { passive: true });
    node.addEventListener('touchmove', move, { passive: false });
    node.addEventListener('touchend', end);
    node.addEventListener('touchcancel', end);
    return () => {
      node.removeEventListener('touchstart', begin);
      node.removeEventListener('touchmove', move);
      node.removeEventListener('touchend', end);
      node.removeEventListener('touchcancel', end);
    };
  }, []);

  const ready = pulled >= pulledBy(THRESHOLD);
  const shift = pulled > 0 ? pulled : busy ? pulledBy(THRESHOLD) + 16 : 0;
  const strokes = busy ? 5 : Math.min(5, Math.ceil((pulled / pulledBy(THRESHOLD)) * 5));
  const hint = {
    '--pulled': Math.min(1, shift / pulledBy(THRESHOLD)),
    transform: `translateY(${shift}px)`,
  } as CSSProperties;
  return (
    <div ref={root} className={styles.root}>
      {shift > 0 && (
        <div className={styles.hint} role="status" style={hint}>
          <Tally count={strokes} className={styles.tally} />
          <span className="vh">
            {busy ? t('polls.refreshing') : ready ? t('polls.releaseToRefresh') : t('polls.pullToRefresh')}
          </span>
        </div>
      )}
      <div
        className={pulled > 0 ? styles.body : `${styles.body} ${styles.isSettling}`}
        style={shift > 0 ? { transform: `translateY(${shift}px)` } : undefined}
      >
        {children}
      </div>
    </div>
  );
}
