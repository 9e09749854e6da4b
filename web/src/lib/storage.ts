import { SESSION_HINT_COOKIE, STORAGE_AUTH_INFO, STORAGE_USER } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';

/** Cookie with the signed-in user's id. A hint for logs, never a credential. */
const USER_COOKIE = 'inkling_user_id';
/** Seconds. */
const USER_COOKIE_AGE = 86_400;

/** The stored value; null also where storage is refused. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The stored value parsed as JSON; null where there is none, or none that can be read. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value, or deletes it with null. @returns false where storage is refused, as in some private windows */
export function writeItem(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function writeUserCookie(value: string, maxAge: number): void {
  const site = location.protocol === 'https:' ? 'SameSite=None; Secure' : 'SameSite=Lax';
  document.cookie = `${USER_COOKIE}=${value}; path=/; max-age=${maxAge}; ${site}`;
}

/** The user who was last signed in on this browser, or null. */
export function storedUser(): User | null {
  const value = readJson(STORAGE_USER) as User | null;
  return value && Number.isSafeInteger(value.id) ? value : null;
}

const readCookie = (name: string): string | null =>
  new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1] ?? null;

/** Id for the user identifier header, from storage or from the cookie. */
export const storedUserId = (): number | null => storedUser()?.id ?? (Number(readCookie(USER_COOKIE)) || null);

/** Whether the server has left its readable sign of a session. */
export const hasSessionHint = (): boolean => readCookie(SESSION_HINT_COOKIE) !== null;

/** Whether there may be a session; otherwise no request is needed. */
export const maybeSignedIn = (): boolean => hasSessionHint() || storedUserId() !== null;

/** Hints about the last sign-in on this browser; they grant nothing. */
export interface AuthInfo {
  userId: number;
  sessionId: string | null;
  /** ISO instant. */
  lastLogin: string;
  domain: string;
}

/** The last sign-in on this browser, or null. */
export const storedAuthInfo = (): AuthInfo | null => readJson(STORAGE_AUTH_INFO) as AuthInfo | null;

/** Records a sign-in. */
export function storeAuthInfo(userId: number): void {
  const info: AuthInfo = {
    userId,
    sessionId: readCookie(SESSION_HINT_COOKIE),
    lastLogin: new Date().toISOString(),
    domain: location.hostname,
  };
  writeItem(STORAGE_AUTH_INFO, JSON.stringify(info));
}

/** Stores the user that the server returned. */
export function storeUser(user: User): void {
  writeItem(STORAGE_USER, JSON.stringify(user));
  writeUserCookie(String(user.id), USER_COOKIE_AGE);
  if (storedAuthInfo()?.userId !== user.id) storeAuthInfo(user.id);
}

/** Deletes the user: local storage and cookie. */
export function clearStoredUser(): void {
  writeItem(STORAGE_USER, null);
  writeItem(STORAGE_AUTH_INFO, null);
  writeUserCookie('', 0);
  // The session is gone, so the page must not request it again.
  document.cookie = `${SESSION_HINT_COOKIE}=; path=/; max-age=0`;
}

/** Key that is set and deleted at once to notify other tabs. */
export const STORAGE_LOGOUT = 'inkling_logout';

/** Notifies other tabs that the person ended the session. Call it before the user is deleted. */
export function announceLogout(): void {
  writeItem(STORAGE_LOGOUT, '1');
  writeItem(STORAGE_LOGOUT, null);
}

/** Sets the cookie by which the server's logs tell that cookies work at all. */
export function setClientCheckCookie(): void {
  document.cookie = 'clientCheck=1; path=/; SameSite=None; Secure';
}
