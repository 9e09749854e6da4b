import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { FirebaseWebConfig, ServerConfig } from '@inkling/contracts';
import { call, routes } from './api';

export const SERVER_CONFIG = [routes.config] as const;
/** Milliseconds after which an opened or revisited page reads it again: it changes, though rarely. */
const STALE_MS = 60_000;

const serverConfig = queryOptions({
  queryKey: SERVER_CONFIG,
  queryFn: ({ signal }) => call(routes.config, { signal }),
  staleTime: STALE_MS,
});

/** What this server offers; undefined until it has answered (`GET /api/config`). */
export const useServerConfig = (): ServerConfig | undefined => useQuery(serverConfig).data;

/** Firebase's configuration where people sign in through it, else null. */
export const firebaseOf = (config: ServerConfig | undefined): FirebaseWebConfig | null =>
  config?.features.google ? config.firebase : null;

/** Waits for the configuration and returns Firebase's; null as well when the server does not answer. */
export const askForFirebase = (client: QueryClient): Promise<FirebaseWebConfig | null> =>
  client.ensureQueryData(serverConfig).then(firebaseOf, () => null);
