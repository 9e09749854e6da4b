import { Dialog } from '@base-ui/react/dialog';
import { t } from '../../lib/i18n';
import type { DialogProps } from './dialog';
import { Icon } from './icon';

/** The dialog's window and scrim; loaded with the first dialog. */
export default function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  startAt,
  returnTo,
  children,
}: DialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Viewport className="stage">
          <Dialog.Popup className="dialog" initialFocus={startAt} finalFocus={returnTo}>
            <Dialog.Close className="icon-btn x" aria-label={t('ui.close')}>
              <Icon name="close" />
            </Dialog.Close>
            <Dialog.Title className="title">{title}</Dialog.Title>
            {description && <Dialog.Description className="overlay-text">{description}</Dialog.Description>}
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
