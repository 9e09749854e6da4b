import { lazy, Suspense, useState, type ComponentType } from 'react';
import { toast, useShownToast, type ShownToast, type ToastMessage } from '../../lib/toast';

// A message whose code does not arrive must not take the page away.
const ToastViewport = lazy((): Promise<{ default: ComponentType<{ shown: ShownToast | null }> }> =>
  import('./toast-viewport').catch(() => ({ default: () => null })),
);

/** Where messages appear; loads with the first of them. Mounted once, by the application. */
export function Toaster() {
  const shown = useShownToast();
  const [used, setUsed] = useState(false);
  if (shown && !used) setUsed(true);
  return <Suspense fallback={null}>{used && <ToastViewport shown={shown} />}</Suspense>;
}

/** Returns the function that shows a message: a title, perhaps a sentence, `destructive` for failures. */
export function useToast(): (message: ToastMessage) => void {
  return toast;
}
