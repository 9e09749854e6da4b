import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../components/ui/icon';
import styles from './state-tag.module.css';

/** `now` needs somebody at once, `warn` soon; `good` is well; `plain` has no weight. */
export type Weight = 'now' | 'warn' | 'good' | 'plain';

const ICONS: Record<Exclude<Weight, 'plain'>, IconName> = { now: 'alert', warn: 'clock', good: 'check' };
const CLASSES: Record<Weight, string> = {
  now: `${styles.root} ${styles.now}`,
  warn: `${styles.root} ${styles.warn}`,
  good: `${styles.root} ${styles.good}`,
  plain: styles.root!,
};

/** A state as icon and word: colour alone says nothing. `plain` may have another icon. */
export function StateTag({ weight, icon, children }: { weight: Weight; icon?: IconName; children: ReactNode }) {
  const shown = icon ?? (weight === 'plain' ? undefined : ICONS[weight]);
  return (
    <span className={CLASSES[weight]}>
      {shown && <Icon name={shown} size="s" />}
      {children}
    </span>
  );
}
