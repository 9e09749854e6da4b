import { useState, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Author } from '@inkling/contracts';
import { t } from '../../lib/i18n';
import { Button } from '../ui/button';
import { Sheet } from '../ui/sheet';
import { block } from './protection';
import './strings';
import styles from './block-sheet.module.css';

interface BlockSheetProps {
  person: Author;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Receives the focus when the sheet closes without a block. */
  returnTo: RefObject<HTMLElement | null>;
}

/** Says what a block does before it happens. */
export function BlockSheet({ person, open, onOpenChange, returnTo }: BlockSheetProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { name } = person;
  const confirm = async () => {
    setBusy(true);
    await block(client, person);
    setBusy(false);
    onOpenChange(false);
  };
  return (
    <Sheet
      alert
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      returnTo={returnTo}
      title={t('protection.blockTitle', { name })}
    >
      <ul className={styles.facts}>
        <li>{t('protection.blockSees')}</li>
        <li>{t('protection.blockFollows')}</li>
        <li>{t('protection.blockTold', { name })}</li>
      </ul>
      <div className="sheet-actions">
        <Button variant="stamp" size="l" block disabled={busy} onClick={() => void confirm()}>
          {t(busy ? 'protection.blocking' : 'protection.blockNow')}
        </Button>
        <Button variant="well" size="l" block disabled={busy} onClick={() => onOpenChange(false)}>
          {t('protection.cancel')}
        </Button>
      </div>
    </Sheet>
  );
}
