import styles from './segments.module.css';

export interface SegmentsProps<Value extends string | number> {
  /** The name of the group, for screen readers. */
  label: string;
  options: readonly { value: Value; text: string }[];
  /** Null while none is on. */
  value: Value | null;
  onChange: (value: Value) => void;
  className?: string;
}

/** A few ways to look at the same thing, one of which is on. */
export function Segments<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  className = styles.root,
}: SegmentsProps<Value>) {
  return (
    <div className={className} role="group" aria-label={label}>
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
