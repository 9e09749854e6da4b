import styles from './chips.module.css';

interface ChipsProps<Value extends string | number> {
  label: string;
  options: readonly { value: Value; text: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A few short choices in rows, at most one of which is on. */
export function Chips<Value extends string | number>({ label, options, value, onChange }: ChipsProps<Value>) {
  return (
    <div className={styles.root} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
