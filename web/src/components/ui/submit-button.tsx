import { Button } from './button';

interface SubmitButtonProps {
  label: string;
  /** Its label while the form is being sent. */
  busyLabel: string;
  busy: boolean;
}

/** The full-width button that sends a one-column form. */
export const SubmitButton = ({ label, busyLabel, busy }: SubmitButtonProps) => (
  <Button type="submit" size="l" block disabled={busy} aria-busy={busy}>
    {busy ? busyLabel : label}
  </Button>
);
