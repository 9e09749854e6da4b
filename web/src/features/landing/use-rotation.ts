import { useCallback, useEffect, useState } from 'react';

/**
 * An index that advances every `interval` milliseconds and wraps. `stop` ends it for good, when someone looks closely.
 * It does not move for people who prefer reduced motion.
 */
export function useRotation(count: number, interval: number): { index: number; stop: () => void } {
  const [index, setIndex] = useState(0);
  const [stopped, setStopped] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const stop = useCallback(() => setStopped(true), []);
  useEffect(() => {
    if (stopped) return;
    const timer = setInterval(() => setIndex((now) => (now + 1) % count), interval);
    return () => clearInterval(timer);
  }, [stopped, count, interval]);
  return { index, stop };
}
