import { useCallback, useEffect, useState } from 'react';

/**
 * Whether a picture is open over the page. While it is, the history has one more entry for the same address, so that
 * going back closes the picture and stays on the page; every other way to close it goes back, too.
 */
export function useLightbox(): { open: boolean; show: () => void; close: () => void } {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    const gone = () => setOpen(false);
    window.addEventListener('popstate', gone);
    return () => window.removeEventListener('popstate', gone);
  }, [open]);

  const show = useCallback(() => {
    history.pushState({ ...(history.state as object | null), picture: true }, '');
    setOpen(true);
  }, []);
  const close = useCallback(() => {
    // A second press while the first one still goes back must not leave the page.
    if ((history.state as { picture?: boolean } | null)?.picture) history.back();
    else setOpen(false);
  }, []);
  return { open, show, close };
}
