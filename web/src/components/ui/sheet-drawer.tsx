import { Drawer } from '@base-ui/react/drawer';
import { t } from '../../lib/i18n';
import type { SheetProps } from './dialog';
import { Icon } from './icon';

/** The sheet's drawer and scrim; loaded with the first sheet. */
export default function SheetDrawer({
  open,
  onOpenChange,
  title,
  description,
  alert = false,
  closable = false,
  returnTo,
  children,
}: SheetProps) {
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className="scrim" />
        <Drawer.Viewport className="stage stage-bottom">
          <Drawer.Popup className="sheet" finalFocus={returnTo} role={alert ? 'alertdialog' : 'dialog'}>
            <div className="grab" aria-hidden="true" />
            <Drawer.Content>
              {closable && (
                <Drawer.Close className="icon-btn x" aria-label={t('ui.close')}>
                  <Icon name="close" />
                </Drawer.Close>
              )}
              <Drawer.Title className="title sheet-title">{title}</Drawer.Title>
              {description && <Drawer.Description className="overlay-text">{description}</Drawer.Description>}
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
