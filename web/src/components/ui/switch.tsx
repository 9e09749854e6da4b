interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Ids of the elements that label and describe it. */
  labelledBy: string;
  describedBy?: string;
  disabled?: boolean;
}

/** A switch that takes effect at once. */
export function Switch({ checked, onChange, labelledBy, describedBy, disabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={checked ? 'switch is-on' : 'switch'}
      aria-checked={checked}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    />
  );
}
