import { Dialog } from '../../../../components/ui/dialog';
import { t, type MessageKey } from '../../../../lib/i18n';
import { choicesFor } from '../model/choices';
import { Key } from './key';
import styles from './keys-dialog.module.css';

const OTHERS: [key: string, does: MessageKey][] = [
  ['J', 'adminCase.keyNext'],
  ['K', 'adminCase.keyPrevious'],
  ['R', 'adminCase.keyReason'],
  ['↵', 'adminCase.keyDo'],
  ['L', 'adminCase.keyLeave'],
  ['Z', 'adminCase.keyUndo'],
  ['?', 'adminCase.keyAll'],
];

/** Every key of the queue. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const acts = choicesFor('poll').map(({ key, label }) => [key, label] as const);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('adminCase.keys')} description={t('adminCase.keysText')}>
      <dl className={styles.root}>
        {[...OTHERS, ...acts].map(([key, does]) => (
          <div key={key}>
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
