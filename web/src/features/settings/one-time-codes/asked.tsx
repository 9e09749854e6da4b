import type { RefObject } from 'react';
import { Button } from '../../../components/ui/button';
import { Sheet } from '../../../components/ui/sheet';
import { t } from '../../../lib/i18n';
import styles from './one-time-codes.module.css';

interface AskedProps {
  open: boolean;
  title: string;
  text: string;
  /** The label of the button that does it. */
  action: string;
  returnTo: RefObject<HTMLElement | null>;
  onYes: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Asked({ open, title, text, action, returnTo, onYes, onClose }: AskedProps) {
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
      <div className={styles.asked}>
        <Button variant="stamp" size="l" block onClick={yes}>
          {action}
        </Button>
        <Button variant="well" size="l" block onClick={onClose}>
          {t('oneTimeCodes.cancel')}
        </Button>
      </div>
    </Sheet>
  );
}
