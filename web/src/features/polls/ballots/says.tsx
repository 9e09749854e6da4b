import type { ReactNode } from 'react';
import { Filled } from '../../../lib/i18n/filled';
import { t, type MessageKey } from '../../../lib/i18n';
import styles from './says.module.css';

interface SaysProps {
  icon?: ReactNode;
  message: MessageKey;
  /** Stands for `{title}`, emphasised. */
  title?: string;
}

/** A line below the rows that explains what they show. */
export function Says({ icon, message, title }: SaysProps) {
  return (
    <p className={styles.line}>
      {icon}
      <span>{title === undefined ? t(message) : <Filled message={message} parts={{ title: <b>{title}</b> }} />}</span>
    </p>
  );
}
