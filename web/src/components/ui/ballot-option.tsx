import type { ReactNode } from 'react';
import { Tick } from './tally';
import styles from './ballot-option.module.css';

interface BallotOptionProps {
  /** The name of the group of radio buttons; without one the option is a checkbox. */
  name?: string;
  on: boolean;
  /** Called with what the option becomes; a radio button only ever turns on. */
  onChange: (on: boolean) => void;
  /** The key that chooses it, shown in the empty box. */
  shortcut?: string;
  className?: string;
  /** Its text; a `<small>` in it explains the choice. */
  children: ReactNode;
}

/** A choice in a form that looks like the option of a poll: a box that takes a tick. */
export function BallotOption({ name, on, onChange, shortcut, className, children }: BallotOptionProps) {
  return (
    <label className={['opt', styles.root, on && styles.isOn, className].filter(Boolean).join(' ')}>
      <input
        type={name === undefined ? 'checkbox' : 'radio'}
        name={name}
        checked={on}
        aria-keyshortcuts={shortcut}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="box" aria-hidden="true">
        {on ? <Tick /> : shortcut && <i>{shortcut}</i>}
      </span>
      <span className="opt-text">{children}</span>
    </label>
  );
}
