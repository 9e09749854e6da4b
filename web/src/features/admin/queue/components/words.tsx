import type { ReactNode } from 'react';
import styles from './words.module.css';

/** What somebody wrote, and below it who and when in a few words. */
export const Words = ({ children, about }: { children: ReactNode; about: string }) => (
  <blockquote className={styles.root}>
    <bdi>{children}</bdi>
    <cite>{about}</cite>
  </blockquote>
);
