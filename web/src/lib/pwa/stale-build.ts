/** Session storage key of the time of the last reload for want of a file. */
const STORAGE_RELOADED = 'inkling_reloaded_at';
/** Milliseconds in which a second reload would not help either. */
const AGAIN_MS = 60_000;

/** Errors that come from a file of the build that could not be loaded, with the answer given to each. */
const failures = new WeakMap<Error, boolean | null>();

/** Remembers such errors from now on. Call once at the start. */
export function watchBuildFiles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => failures.set(payload, null));
}

function mayReload(now: number): boolean {
  if (!navigator.onLine) return false;
  try {
    if (now - Number(sessionStorage.getItem(STORAGE_RELOADED)) < AGAIN_MS) return false;
    sessionStorage.setItem(STORAGE_RELOADED, String(now));
    return true;
  } catch {
    // Without a memory it could go on for ever.
    return false;
  }
}

/**
 * Whether loading the page again is the answer to an error: a file of its build is gone, most often because a newer
 * version has been deployed, and that was not tried a moment ago. Without a network it would not help. The answer to
 * one error stays the same, however often it is asked for.
 */
export function shouldReload(error: unknown, now = Date.now()): boolean {
  if (!(error instanceof Error)) return false;
  const known = failures.get(error);
  if (known !== null) return known === true;
  const answer = mayReload(now);
  failures.set(error, answer);
  return answer;
}
