import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { STORAGE_USER } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { ApiFailure, call, callOrNull, onSessionLost, routes } from './api';
import { withLastCounts } from './counts';
import { keptUser } from './offline/kept-owner';
import { forgetRegistration } from './push/push-record';
import {
  announceLogout,
  clearStoredUser,
  maybeSignedIn,
  STORAGE_LOGOUT,
  storeAuthInfo,
  storedUser,
  storeUser,
} from './storage';
import { toastFailure } from './toast-failure';
import { t } from './i18n';

/** Cache key of the signed-in user; invalidate it after changing the user's own profile. */
export const ME = [routes.me] as const;

/** Why the session is unknown: no answer came, or the part of the server that knows sessions is down. */
export type Obstacle = 'network' | 'server';

const obstacleOf = (failure: unknown): Obstacle =>
  failure instanceof ApiFailure && failure.status > 0 ? 'server' : 'network';

export interface Session {
  /** `loading` until the server has answered whether there is a session. */
  status: 'loading' | 'signed-out' | 'signed-in';
  user: User | null;
  /** Why the session is still unknown; `retry` reads it again and settles with that try. */
  unreachable: Obstacle | null;
  retry: () => Promise<unknown>;
  /** The server cannot be reached, and the user is the one of the last visit, whose feed is kept here. */
  unconfirmed: boolean;
  /** Takes over the user returned by a login, signup or profile change. */
  signIn: (user: User) => Promise<void>;
  /**
   * Ends the session, or every session of this user, here and at the server; stays signed in, with a message, when the
   * server cannot be reached.
   */
  logout: (everywhere?: boolean) => Promise<void>;
  /** The person ended the last session: their location is then not remembered. */
  loggedOut: boolean;
  /** When somebody signed in on this page, in milliseconds; null for a session that existed before. */
  signedInAt: number | null;
}

/** Milliseconds that a logout waits for its preceding tasks. */
const LEAVING_MS = 3_000;
const leaving = new Set<() => Promise<unknown>>();

/** Runs a task before a logout by the person, while the session still exists. Its failure does not stop the logout. */
export function beforeLogout(task: () => Promise<unknown>): () => void {
  leaving.add(task);
  return () => void leaving.delete(task);
}

const SessionContext = createContext<Session | null>(null);

/** The user whose data a cache holds, by id. */
const holders = new WeakMap<QueryClient, number>();

/** Assigns the cache to this user, or to nobody with null, and removes another user's data. */
function handOver(client: QueryClient, userId: number | null): void {
  const before = holders.get(client);
  if (before === userId) return;
  if (userId === null) holders.delete(client);
  else holders.set(client, userId);
  if (before !== undefined) empty(client);
}

/** Other holders of an account's data for a cache. */
const forgetters = new WeakMap<QueryClient, () => void>();

/** Calls `forget` whenever this cache is emptied because its account has changed. */
export function onHandOver(client: QueryClient, forget: () => void): void {
  forgetters.set(client, forget);
}

function empty(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== ME[0] });
  forgetters.get(client)?.();
}

async function fetchMe({ signal, client }: { signal: AbortSignal; client: QueryClient }): Promise<User | null> {
  // Without a sign of a session the request would only fail.
  const read = maybeSignedIn() ? await callOrNull(routes.me, { signal }) : null;
  const user = read && withLastCounts(read, storedUser());
  // A newer read has begun, or someone has logged in meanwhile.
  signal.throwIfAborted();
  if (user) storeUser(user);
  else clearStoredUser();
  handOver(client, user?.id ?? null);
  return user;
}

/** Reads the session before anything is drawn. Settles with the answer, or when the first try has failed. */
export function askForSession(client: QueryClient): Promise<void> {
  const answered = client.prefetchQuery({ queryKey: ME, queryFn: fetchMe });
  // Without a network the last visit is shown at once; retries go on in the background.
  const cut = new Promise<void>((resolve) => {
    const leave = client.getQueryCache().subscribe(({ query: { queryKey, state } }) => {
      if (queryKey[0] === ME[0] && (state.fetchFailureCount > 0 || state.fetchStatus === 'paused')) resolve();
    });
    void answered.finally(leave);
  });
  return Promise.race([answered, cut]);
}

/** Restores the session at the start and provides it to the application. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [loggedOut, setLoggedOut] = useState(false);
  const [signedInAt, setSignedInAt] = useState<number | null>(null);
  const { data, isError, failureReason, fetchStatus, refetch } = useQuery({ queryKey: ME, queryFn: fetchMe });
  // Kept during retries.
  const [kept, setKept] = useState<User | null>(null);
  const cut =
    data === undefined &&
    (fetchStatus === 'paused' || (failureReason instanceof ApiFailure && failureReason.status === 0));
  const last = cut && !kept ? keptUser() : null;
  if (last) setKept(last);
  else if (data !== undefined && kept) setKept(null);
  // Kept as well: otherwise each retry would replace the message by the placeholder.
  const [lost, setLost] = useState<Obstacle | null>(null);
  const obstacle = data !== undefined ? null : isError ? obstacleOf(failureReason) : lost;
  if (obstacle !== lost) setLost(obstacle);

  useEffect(() => {
    if (kept) handOver(client, kept.id);
  }, [client, kept]);

  const signIn = useCallback(
    async (user: User) => {
      // An older answer still on its way must not undo this.
      await client.cancelQueries({ queryKey: ME });
      storeUser(user);
      storeAuthInfo(user.id);
      // The server dropped this device with the previous session.
      forgetRegistration();
      handOver(client, user.id);
      setLoggedOut(false);
      setSignedInAt(Date.now());
      client.setQueryData(ME, user);
    },
    [client],
  );

  const logout = useCallback(
    async (everywhere = false) => {
      if (leaving.size > 0) {
        const tasks = Promise.allSettled([...leaving].map((task) => task()));
        await Promise.race([tasks, new Promise((resolve) => setTimeout(resolve, LEAVING_MS))]);
      }
      try {
        await (everywhere ? call(routes.logoutEverywhere) : call(routes.logout));
      } catch (error) {
        toastFailure(t('session.logoutFailed'), error);
        return;
      }
      await client.cancelQueries();
      announceLogout();
      clearStoredUser();
      setLoggedOut(true);
      client.setQueryData(ME, null);
      holders.delete(client);
      empty(client);
    },
    [client],
  );

  useEffect(() => onSessionLost(() => void client.invalidateQueries({ queryKey: ME })), [client]);

  useEffect(() => {
    // Another tab signed in or out.
    const onStorage = (event: StorageEvent) => {
      if (event.key === STORAGE_LOGOUT && event.newValue !== null) setLoggedOut(true);
      if (event.key !== STORAGE_USER) return;
      if (event.newValue !== null) setLoggedOut(false);
      void client.invalidateQueries({ queryKey: ME });
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [client]);

  const session = useMemo<Session>(
    () => ({
      status: data === null ? 'signed-out' : (data ?? kept) ? 'signed-in' : 'loading',
      user: data === undefined ? kept : data,
      unreachable: kept ? null : lost,
      unconfirmed: data === undefined && kept !== null,
      retry: () => refetch(),
      signIn,
      logout,
      loggedOut,
      signedInAt,
    }),
    [data, kept, lost, refetch, signIn, logout, loggedOut, signedInAt],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session; only inside {@link SessionProvider}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
