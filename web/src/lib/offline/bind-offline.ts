import type { Query, QueryClient } from '@tanstack/react-query';
import type { User } from '@inkling/contracts';
import { ME } from '../session';
import { sessionRetry } from '../session-retry';
import { keptOwner, keptUser } from './kept-owner';
import { isCutOff, isPartAway, nameOf } from './kept-queries';
import type { LastSeen } from './last-seen';

/** The worker's cache with a shared file that was not taken yet (`public/worker/share.js`). */
const SHARED = 'inkling-shared';
/** Where storage is blocked, reading `caches` itself throws. */
const forgetShared = async () => caches.delete(SHARED);

/**
 * Connects the query cache to the offline store: stores what the signed-in account sees, shows it while the server
 * cannot be reached, and clears it with the session. Everything is read again once the server answers.
 */
export function bindOffline(client: QueryClient): void {
  let loading: Promise<LastSeen> | null = null;
  let wasCut = false;
  let someone = false;
  const retry = sessionRetry(client);
  const withLastSeen = (work: (seen: LastSeen) => unknown): void => {
    loading ??= import('./last-seen').then(({ LastSeen }) => new LastSeen(client));
    // Without its code, or without storage, nothing is kept, and the pages say that the server cannot be reached.
    loading.then(work).catch(() => (loading = null));
  };

  const accountKnown = (user: User | null): void => {
    if (user) withLastSeen((seen) => seen.setOwner(user.id));
    else if (loading || keptOwner() !== null) withLastSeen((seen) => seen.setOwner(null));
    // Before a login the file waits for the person who shared it.
    if (!user && someone) forgetShared().catch(() => undefined);
    someone = user !== null;
    retry.cancel();
    retry.reset();
    if (!user || !wasCut) return;
    wasCut = false;
    void client.invalidateQueries({
      predicate: ({ queryKey, state }) => queryKey[0] !== ME[0] && state.fetchStatus === 'idle',
    });
  };

  const onSession = (query: Query): void => {
    const asking = query.state.fetchStatus !== 'idle';
    if (isPartAway(query) && !asking) retry.later();
    if (!isCutOff(query)) return;
    wasCut = true;
    // A network that has just returned may fail the first request, and nothing else would retry.
    if (!asking) retry.later();
    const user = keptUser();
    if (user) withLastSeen((seen) => seen.showTo(user.id));
  };

  client.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === 'updated' && query.queryKey[0] === ME[0]) {
      if (event.action.type === 'success') accountKnown(query.state.data as User | null);
      else if (event.action.type !== 'invalidate') onSession(query);
    } else if ((event.type === 'updated' || event.type === 'observerAdded') && nameOf(query.queryKey) !== null)
      withLastSeen((seen) => seen.look(query));
  });

  window.addEventListener('online', () => {
    retry.reset();
    if (wasCut) void client.invalidateQueries({ queryKey: ME });
  });
}
