import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { activeLocale } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import styles from './rolling-number.module.css';

const load = () => import('@number-flow/react');
const NumberFlow = lazy(load);

/** Longest roll in milliseconds of an opening result; its end event never fires in a background tab. */
const ROLL_MS = 1_500;
/** Milliseconds that a digit takes to turn, as in rolling-number.module.css. */
const TURN_MS = 320;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Fetches NumberFlow ahead of the first number that opens. */
export const prepareRolling = (): void => {
  if (!still()) void load().catch(() => undefined);
};

/** Rolls from 0 to the count, and further while it changes. */
function Opening({ value, onEnd }: { value: number; onEnd: () => void }) {
  const [from, setFrom] = useState(0);
  const [rolling, setRolling] = useState(false);

  useEffect(() => {
    let gone = false;
    load().then(
      () => !gone && setRolling(true),
      () => !gone && onEnd(),
    );
    return () => {
      gone = true;
    };
  }, [onEnd]);

  useEffect(() => {
    if (!rolling) return undefined;
    // NumberFlow first shows the old value; a frame later it rolls to the new one.
    const frame = requestAnimationFrame(() => setFrom(value));
    const timer = setTimeout(onEnd, ROLL_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [rolling, value, onEnd]);

  if (!rolling) return <>{formatNumber(from)}</>;
  return (
    <Suspense fallback={formatNumber(from)}>
      <NumberFlow value={from} locales={activeLocale()} willChange />
    </Suspense>
  );
}

/** Turns that have begun together. */
let turning: Set<() => void> | undefined;

/**
 * Calls `end` when a turn that begins now is over; turns that begin together end together, in one rendering.
 * @returns a function that cancels it
 */
function afterTurn(end: () => void): () => void {
  if (!turning) {
    const begun = (turning = new Set());
    const close = () => {
      if (turning === begun) turning = undefined;
    };
    queueMicrotask(close);
    setTimeout(() => {
      close();
      for (const each of begun) each();
    }, TURN_MS);
  }
  const mine = turning;
  mine.add(end);
  return () => void mine.delete(end);
}

/** Turns the changed digits. NumberFlow, with all its digits, would take a busy poll's whole frame. */
function Turning({ value }: { value: number }) {
  const [{ from, to }, setTurn] = useState({ from: value, to: value });
  if (to !== value) setTurn({ from: still() ? value : to, to: value });

  useEffect(() => {
    if (from === to) return undefined;
    return afterTurn(() => setTurn({ from: to, to }));
  }, [from, to]);

  if (from === to) return <>{formatNumber(value)}</>;
  const before = [...formatNumber(from)];
  const now = [...formatNumber(to)];
  // Aligns the digits at the right.
  const offset = before.length - now.length;
  return (
    <span className={to < from ? `${styles.number} ${styles.isDown}` : styles.number} dir="ltr">
      {now.map((digit, place) => {
        const old = before[place + offset] ?? '';
        if (old === digit) return digit;
        return (
          <span key={`${place} ${old} ${digit}`} className={styles.turn} data-old={old}>
            <span>{digit}</span>
          </span>
        );
      })}
    </span>
  );
}

/**
 * A count that rolls from 0 when it is `entering`; later its changed digits turn. At rest it is plain text: a feed has
 * hundreds of numbers, of which few move.
 */
export function RollingNumber({ value, entering = false }: { value: number; entering?: boolean }) {
  const [opening, setOpening] = useState(() => entering && value !== 0 && !still());
  const end = useCallback(() => setOpening(false), []);
  return opening ? <Opening value={value} onEnd={end} /> : <Turning value={value} />;
}
