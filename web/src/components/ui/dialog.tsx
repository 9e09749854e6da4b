import { lazy, Suspense, useState, type ReactNode, type RefObject } from 'react';

export interface OverlayProps {
  open: boolean;
  /** Called with false on Escape, on a press outside and on the close button. */
  onOpenChange: (open: boolean) => void;
  /** The accessible name, shown as the heading. */
  title: string;
  /** One sentence under the heading. */
  description?: ReactNode;
  /** Where the focus goes afterwards, when what opened it will be gone. */
  returnTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export interface DialogProps extends OverlayProps {
  /** Where the focus goes first; otherwise to the close button. */
  startAt?: RefObject<HTMLElement | null>;
}

export interface SheetProps extends OverlayProps {
  /** It asks for a confirmation. */
  alert?: boolean;
  /** It has a close button, because nothing else in it closes it. */
  closable?: boolean;
}

const DialogWindow = lazy(() => import('./dialog-window'));
const SheetDrawer = lazy(() => import('./sheet-drawer'));

/** True from the first time that the overlay is asked for, so that its code loads only then. */
function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever;
}

/** A centred dialog: traps focus, Escape closes, focus returns to what opened it. */
export function Dialog(props: DialogProps) {
  return <Suspense fallback={null}>{useEverOpen(props.open) && <DialogWindow {...props} />}</Suspense>;
}

/** A sheet from the bottom that can be dragged down; with `alert` it is an alert dialog (confirmations). */
export function Sheet(props: SheetProps) {
  return <Suspense fallback={null}>{useEverOpen(props.open) && <SheetDrawer {...props} />}</Suspense>;
}
