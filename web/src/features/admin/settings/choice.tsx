import styles from './choice.module.css';

interface ChoiceProps {
  /** Of the group. */
  name: string;
  on: boolean;
  onChoose: () => void;
  label: string;
  text?: string;
}

/** A choice that looks like the option of a poll. */
export function Choice({ name, on, onChoose, label, text }: ChoiceProps) {
  return (
    <label className={on ? `opt ${styles.root} ${styles.isOn}` : `opt ${styles.root}`}>
      <input type="radio" name={name} checked={on} onChange={onChoose} />
      <span className="box" aria-hidden="true">
        {on && (
          <svg className="tick" viewBox="0 0 32 32" aria-hidden="true">
            <path pathLength="1" d="M6.2 18.6C8.3 20 10 22 11.4 24.6 14.2 16.8 19.8 8.6 28.4 2.4" />
          </svg>
        )}
      </span>
      <span className="opt-text">
        {label}
        {text && <small>{text}</small>}
      </span>
    </label>
  );
}
