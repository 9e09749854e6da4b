import type { RefObject } from 'react';
import { Button } from './button';
import { Sheet } from './sheet';

interface AskedProps {
  open: boolean;
  title: string;
  text: string;
  /** The label of the button that does it. */
  action: string;
  /** The label of the button that does nothing. */
  cancel: string;
  returnTo?: RefObject<HTMLElement | null>;
  /** Runs after `onClose`, as a question about a fresh proof takes the sheet's place. */
  onYes: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Asked({ open, title, text, action, cancel, returnTo, onYes, onClose }: AskedProps) {
  const yes = () => {
    onClose();
    onYes();
  };
  return (
    <Sheet
      alert
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={text}
      returnTo={returnTo}
    >
      <div className="sheet-actions">
        <Button variant="stamp" size="l" block onClick={yes}>
          {action}
        </Button>
        <Button variant="well" size="l" block onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </Sheet>
  );
}
