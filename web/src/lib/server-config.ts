import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { FirebaseWebConfig, ServerConfig } from '@inkling/contracts';
import { call, routes } from './api';

export const SERVER_CONFIG = [routes.config.path] as const;
/**
 * Milliseconds after which a page that opens or comes back asks again: what the server can do changes, though rarely.
 */
const STALE_MS = 60_000;

const serverConfig = queryOptions({
  queryKey: SERVER_CONFIG,
  queryFn: ({ signal }) => call(routes.config, { signal }),
  staleTime: STALE_MS,
});

/** What this server has; undefined until it has said so (`GET /api/config`). */
export const useServerConfig = (): ServerConfig | undefined => useQuery(serverConfig).data;

/** Firebase's configuration where people sign in through it, else null. */
export const firebaseOf = (config: ServerConfig | undefined): FirebaseWebConfig | null =>
  config?.features.google ? config.firebase : null;

/** Waits until it is known whether people sign in through Firebase; null as well where the server does not say. */
export const askForFirebase = (client: QueryClient): Promise<FirebaseWebConfig | null> =>
  client.ensureQueryData(serverConfig).then(firebaseOf, () => null);
