interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Ids of what names and of what describes it. */
  labelledBy: string;
  describedBy?: string;
  disabled?: boolean;
}

/** On or off, at once. */
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
