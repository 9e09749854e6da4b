import { lazy, Suspense, useEffect, useState } from 'react';
import { activeLocale } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';

const load = () => import('@number-flow/react');
const NumberFlow = lazy(load);

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Fetches the roller ahead of the first number that moves. */
export const prepareRolling = (): void => {
  if (!still()) void load().catch(() => undefined);
};

/**
 * A count whose digits roll when it changes, or from 0 when `entering`. At rest it is plain text: a feed has hundreds
 * of numbers and few that move.
 */
export function RollingNumber({ value, entering = false }: { value: number; entering?: boolean }) {
  const [from, setFrom] = useState(entering && value !== 0 ? 0 : value);
  const [rolling, setRolling] = useState(false);

  useEffect(() => {
    if (from === value) return undefined;
    if (still()) {
      setFrom(value);
      return undefined;
    }
    let stale = false;
    load().then(
      // The roller first shows the old value; the new one follows a frame later, and is what rolls.
      () => !stale && setRolling(true),
      () => !stale && setFrom(value),
    );
    return () => {
      stale = true;
    };
  }, [from, value]);

  useEffect(() => {
    if (!rolling) return undefined;
    const frame = requestAnimationFrame(() => setFrom(value));
    // Back to text when the animation is over, also when its event never comes (hidden tab).
    const timer = setTimeout(() => setRolling(false), 1_500);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [rolling, value]);

  if (!rolling) return <>{formatNumber(from)}</>;
  return (
    <Suspense fallback={formatNumber(from)}>
      <NumberFlow value={from} locales={activeLocale()} willChange />
    </Suspense>
  );
}
