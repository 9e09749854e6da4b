import { useId, type ReactNode } from 'react';
import { t, type MessageKey } from '../../../lib/i18n';
import { Switch } from '../../../components/ui/switch';
import styles from './switch-row.module.css';

interface SwitchRowProps {
  icon: ReactNode;
  label: MessageKey;
  hint: MessageKey;
  on: boolean;
  onChange: (on: boolean) => void;
  /** After the hint. */
  children?: ReactNode;
}

/** Something about the poll that its author switches on or off. */
export function SwitchRow({ icon, label, hint, on, onChange, children }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      {icon}
      <div>
        <b id={`${id}-name`}>{t(label)}</b>
        <p>
          <span id={`${id}-text`}>{t(hint)}</span> {children}
        </p>
      </div>
      <Switch checked={on} labelledBy={`${id}-name`} describedBy={`${id}-text`} onChange={onChange} />
    </div>
  );
}
