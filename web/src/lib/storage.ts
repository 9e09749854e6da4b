import { SESSION_HINT_COOKIE, STORAGE_AUTH_INFO, STORAGE_USER } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';

/** Cookie with the signed-in user's id. A hint for logs, never a credential (decisions, Identity and sessions). */
const USER_COOKIE = 'inkling_user_id';
/** Seconds (spec 9: user cookie). */
const USER_COOKIE_AGE = 86_400;

/** What is stored under a key; null also where storage is refused. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or forgets it with null. */
export function writeItem(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows can refuse storage; the session cookie still works.
  }
}

function writeUserCookie(value: string, maxAge: number): void {
  const site = location.protocol === 'https:' ? 'SameSite=None; Secure' : 'SameSite=Lax';
  document.cookie = `${USER_COOKIE}=${value}; path=/; max-age=${maxAge}; ${site}`;
}

/** The user that was signed in last on this browser (spec 3, local user record), or null. */
export function storedUser(): User | null {
  try {
    const value = JSON.parse(readItem(STORAGE_USER) ?? 'null') as User | null;
    return value && Number.isSafeInteger(value.id) ? value : null;
  } catch {
    return null;
  }
}

/** Id for the user identifier header, from storage or from the cookie (spec 7). */
export function storedUserId(): number | null {
  const stored = storedUser();
  if (stored) return stored.id;
  const cookie = new RegExp(`(?:^|; )${USER_COOKIE}=(\\d+)`).exec(document.cookie);
  return cookie ? Number(cookie[1]) : null;
}

/** The session's id as the server's readable cookie names it, or null. */
const hintedSession = (): string | null =>
  new RegExp(`(?:^|; )${SESSION_HINT_COOKIE}=([^;]+)`).exec(document.cookie)?.[1] ?? null;

/**
 * Whether there may be a session; without one the server need not be asked. The first request of a page repeats this.
 */
export const maybeSignedIn = (): boolean => hintedSession() !== null || storedUserId() !== null;

/** What this browser remembers about the last sign-in. These are hints and let nobody in. */
export interface AuthInfo {
  userId: number;
  sessionId: string | null;
  /** ISO instant. */
  lastLogin: string;
  domain: string;
}

/** The last sign-in on this browser, or null. */
export function storedAuthInfo(): AuthInfo | null {
  try {
    return JSON.parse(readItem(STORAGE_AUTH_INFO) ?? 'null') as AuthInfo | null;
  } catch {
    return null;
  }
}

/** Remembers a sign-in. */
export function storeAuthInfo(userId: number): void {
  const info: AuthInfo = {
    userId,
    sessionId: hintedSession(),
    lastLogin: new Date().toISOString(),
    domain: location.hostname,
  };
  writeItem(STORAGE_AUTH_INFO, JSON.stringify(info));
}

/** Keeps the user that the server returned. */
export function storeUser(user: User): void {
  writeItem(STORAGE_USER, JSON.stringify(user));
  writeUserCookie(String(user.id), USER_COOKIE_AGE);
  if (storedAuthInfo()?.userId !== user.id) storeAuthInfo(user.id);
}

/** Forgets the user: local storage and cookie (spec 4, Session). */
export function clearStoredUser(): void {
  writeItem(STORAGE_USER, null);
  writeItem(STORAGE_AUTH_INFO, null);
  writeUserCookie('', 0);
  // The session is gone; the page must not ask for it again.
  document.cookie = `${SESSION_HINT_COOKIE}=; path=/; max-age=0`;
}

/** Key that stands for a moment only, so that other tabs hear of it. */
export const STORAGE_LOGOUT = 'inkling_logout';

/** Tells the other tabs that the session ends because the person asked for it. Call it before the user is forgotten. */
export function announceLogout(): void {
  writeItem(STORAGE_LOGOUT, '1');
  writeItem(STORAGE_LOGOUT, null);
}

/** Sets the cookie by which the server's logs tell that cookies work at all (spec 7, common behaviour). */
export function setClientCheckCookie(): void {
  document.cookie = 'clientCheck=1; path=/; SameSite=None; Secure';
}
