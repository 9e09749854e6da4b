/** The worker of this origin: shell, shares, push. */
export const WORKER_PATH = '/sw.js';

/** Milliseconds between checks for a newer worker while a page stays open. */
const LOOK_MS = 60 * 60_000;

/** Registers the worker once the page has loaded, and checks for a newer one when the person returns to the tab. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = async () => {
    const registration = await navigator.serviceWorker.register(WORKER_PATH);
    let looked = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_MS) return;
      looked = Date.now();
      registration.update().catch(() => undefined);
    });
  };
  // A private window may refuse; then only the offline shell is missing.
  const begin = () => void start().catch(() => undefined);
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}
