import { useCallback, useEffect, useState } from 'react';

/**
 * Index that moves on every `interval` milliseconds and wraps. `stop` ends it for good: someone is looking closely.
 * It does not move for people who asked their system for less motion.
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
