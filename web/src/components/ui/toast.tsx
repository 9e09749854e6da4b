import { useEffect, useState, type ComponentType } from 'react';
import { toast, useShownToast, type ShownToast, type ToastMessage } from '../../lib/toast';

type Viewport = ComponentType<{ shown: ShownToast | null }>;

const load = (): Promise<{ default: Viewport }> => import('./toast-viewport');

/**
 * Where messages appear. Its code comes with the first touch of a key or the screen, or with the first message, so that
 * a message about a lost connection does not have to be fetched over it. Mounted once, by the application.
 */
export function Toaster() {
  const shown = useShownToast();
  const [viewport, setViewport] = useState<{ Viewport: Viewport } | null>(null);
  const missing = viewport === null;

  useEffect(() => {
    if (!missing) return undefined;
    const fetchCode = () =>
      void load().then(
        (module) => setViewport({ Viewport: module.default }),
        // A message whose code does not arrive must not take the page away; the next one tries again.
        () => undefined,
      );
    if (shown) fetchCode();
    window.addEventListener('pointerdown', fetchCode, { once: true, passive: true });
    window.addEventListener('keydown', fetchCode, { once: true, passive: true });
    return () => {
      window.removeEventListener('pointerdown', fetchCode);
      window.removeEventListener('keydown', fetchCode);
    };
  }, [shown, missing]);

  return viewport && <viewport.Viewport shown={shown} />;
}

/** Returns the function that shows a message: a title, perhaps a sentence, `destructive` for failures. */
export function useToast(): (message: ToastMessage) => void {
  return toast;
}
