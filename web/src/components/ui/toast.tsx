import { useEffect, useState, type ComponentType } from 'react';
import { toast, useShownToast, type ShownToast, type ToastMessage } from '../../lib/toast';

type Viewport = ComponentType<{ shown: ShownToast | null }>;

const load = (): Promise<{ default: Viewport }> => import('./toast-viewport');

/**
 * Where messages appear; mounted once, by the application. Its code loads with the first key press or touch, or with
 * the first message: a message about a lost connection could not fetch it any more.
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
        // If the code fails to load, the page must survive; the next message tries again.
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

/** Returns a function that shows a message: a title, perhaps a sentence, `destructive` for failures. */
export function useToast(): (message: ToastMessage) => void {
  return toast;
}
