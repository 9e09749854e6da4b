import { useEffect, useState } from 'react';
import { Numeral } from './hand';
import styles from './seconds.module.css';

const secondsTo = (until: number): number => Math.max(1, Math.ceil((until - performance.now()) / 1_000));

/** The seconds until a vote is sent, as a pen writes them. `until`: milliseconds since the page began. */
export function Seconds({ until }: { until: number }) {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    setLeft(secondsTo(until));
    const timer = setInterval(() => setLeft(secondsTo(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span className={styles.seconds} aria-hidden="true">
      <Numeral key={left} number={left} />
    </span>
  );
}
