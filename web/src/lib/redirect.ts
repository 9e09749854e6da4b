import { STORAGE_REDIRECT } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { pendingVote } from './pending-vote/pending-vote';
import { readItem, writeItem } from './storage';

/** Only a path of this site may be a redirect; `//host` and `/\host` would leave it. */
const isLocalPath = (path: string) => /^\/(?![/\\])/.test(path);

/** Remembers where to go after login, except for paths of the login itself. */
export function saveRedirect(path: string): void {
  if (isLocalPath(path) && !path.startsWith('/login') && !path.startsWith('/auth')) writeItem(STORAGE_REDIRECT, path);
}

/** The remembered path, or null. */
export function peekRedirect(): string | null {
  const path = readItem(STORAGE_REDIRECT);
  return path !== null && isLocalPath(path) ? path : null;
}

/** Forgets the path; call it once it has been reached. */
export function clearRedirect(): void {
  writeItem(STORAGE_REDIRECT, null);
}

/** The poll with a waiting choice, else the remembered path, else /home. */
export function landingPath(): string {
  const path = peekRedirect();
  const waiting = pendingVote();
  if (!waiting) return path ?? '/home';
  const poll = `/poll/${waiting.pollId}`;
  return path !== null && path.split(/[?#]/)[0] === poll ? path : poll;
}

/** Where a user goes after login: an incomplete profile comes first. */
export const afterLogin = (user: Pick<User, 'hasCompletedProfile'>): string =>
  user.hasCompletedProfile ? landingPath() : '/create-profile';
