import { lazy, Suspense, useState, type ReactNode, type RefObject } from 'react';

export interface OverlayProps {
  open: boolean;
  /** Called with false on Escape, on a press outside and on the close button. */
  onOpenChange: (open: boolean) => void;
  /** The accessible name, shown as the heading. */
  title: string;
  /** One sentence under the heading. */
  description?: ReactNode;
  /** Receives the focus on close, when the element that opened it will be gone. */
  returnTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export interface DialogProps extends OverlayProps {
  /** Receives the focus on opening; otherwise the close button does. */
  startAt?: RefObject<HTMLElement | null>;
}

export interface SheetProps extends OverlayProps {
  /** It asks for confirmation. */
  alert?: boolean;
  /** It has a close button, because nothing inside closes it. */
  closable?: boolean;
}

const DialogWindow = lazy(() => import('./dialog-window'));
const SheetDrawer = lazy(() => import('./sheet-drawer'));

/** True from the first opening on, so that the overlay's code loads only then. */
function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever;
}

/** A centred dialog: traps focus, closes on Escape, returns focus to what opened it. */
export function Dialog(props: DialogProps) {
  return <Suspense fallback={null}>{useEverOpen(props.open) && <DialogWindow {...props} />}</Suspense>;
}

/** A sheet from the bottom that can be dragged down; with `alert` it is an alert dialog (confirmations). */
export function Sheet(props: SheetProps) {
  return <Suspense fallback={null}>{useEverOpen(props.open) && <SheetDrawer {...props} />}</Suspense>;
}
