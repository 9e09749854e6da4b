import { Button } from './button';

interface SubmitButtonProps {
  label: string;
  /** What it says while the form is on its way. */
  busyLabel: string;
  busy: boolean;
}

/** The wide button that sends a form of one column. */
export const SubmitButton = ({ label, busyLabel, busy }: SubmitButtonProps) => (
  <Button type="submit" size="l" block disabled={busy} aria-busy={busy}>
    {busy ? busyLabel : label}
  </Button>
);
