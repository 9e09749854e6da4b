/** Session storage key of the time of the last reload for a missing file. */
const STORAGE_RELOADED = 'inkling_reloaded_at';
/** Milliseconds within which a second reload would not help either. */
const AGAIN_MS = 60_000;

/** Errors from files of the build that could not be loaded, with the decision for each. */
const failures = new WeakMap<Error, boolean | null>();

/** Records such errors from now on. Call once at the start. */
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
    // Without storage the reloads could go on for ever.
    return false;
  }
}

/**
 * Whether to reload the page after an error: a file of its build is gone, usually because a newer version was deployed,
 * and no reload was tried a moment ago. Without a network it would not help. The decision for one error stays the same.
 */
export function shouldReload(error: unknown, now = Date.now()): boolean {
  if (!(error instanceof Error)) return false;
  const known = failures.get(error);
  if (known !== null) return known === true;
  const answer = mayReload(now);
  failures.set(error, answer);
  return answer;
}
