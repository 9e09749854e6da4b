import { readJson, writeItem } from './storage';

/** Local storage key: the featured people whose profiles were opened here, each with the time in milliseconds. */
const KEY = 'inkling_viewed_featured';
/** A poll counts as new for a day, so a later new poll is newer than the visit. */
const REMEMBERED_MS = 24 * 60 * 60_000;

function read(now: number): Map<number, number> {
  const entries = Object.entries(readJson(KEY) ?? {}).map(([id, at]) => [Number(id), Number(at)] as const);
  return new Map(entries.filter(([id, at]) => Number.isSafeInteger(id) && now - at < REMEMBERED_MS));
}

/** Records that a profile was opened, which removes the highlight from that person's ring. */
export function rememberViewed(userId: number, now = Date.now()): void {
  writeItem(KEY, JSON.stringify(Object.fromEntries(read(now).set(userId, now))));
}

/** The people whose profiles were opened here within the last day. */
export const viewedProfiles = (now = Date.now()): ReadonlySet<number> => new Set(read(now).keys());
