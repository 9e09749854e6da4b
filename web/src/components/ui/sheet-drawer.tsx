import { Drawer } from '@base-ui/react/drawer';
import type { OverlayProps } from './dialog';

/** The sheet's drawer and scrim; loaded with the first sheet. */
export default function SheetDrawer({ open, onOpenChange, title, description, alert = false, returnTo, children }: OverlayProps & { alert?: boolean }) {
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className="scrim" />
        <Drawer.Viewport className="stage stage-bottom">
          <Drawer.Popup className="sheet" finalFocus={returnTo} role={alert ? 'alertdialog' : 'dialog'}>
            <div className="grab" aria-hidden="true" />
            <Drawer.Content>
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
