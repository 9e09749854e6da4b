/** Local storage key: the profiles of featured people that were opened here, each with the time in milliseconds. */
const KEY = 'inkling_viewed_featured';
/** Someone counts as having a new poll for a day; after that a new one is newer than the look at their profile. */
const REMEMBERED_MS = 24 * 60 * 60_000;

function read(now: number): Map<number, number> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const entries = Object.entries(kept).map(([id, at]) => [Number(id), Number(at)] as const);
    return new Map(entries.filter(([id, at]) => Number.isSafeInteger(id) && now - at < REMEMBERED_MS));
  } catch {
    return new Map();
  }
}

/** Remembers that a profile was opened, which takes the highlight off that person's ring (spec 2, /home). */
export function rememberViewed(userId: number, now = Date.now()): void {
  const viewed = read(now).set(userId, now);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(viewed)));
  } catch {
    // Private windows can refuse storage; the ring then stays.
  }
}

/** The people whose profiles were opened here within the last day. */
export const viewedProfiles = (now = Date.now()): ReadonlySet<number> => new Set(read(now).keys());
