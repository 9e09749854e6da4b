import { useQuery } from '@tanstack/react-query';
import type { ServerConfig } from '@inkling/contracts';
import { api } from './api';

export const SERVER_CONFIG = ['/api/config'] as const;
/** Milliseconds after which a page that opens or comes back asks again: what the server can do changes, though rarely. */
const STALE_MS = 60_000;

/** What this server has; undefined until it has said so (`GET /api/config`). */
export function useServerConfig(): ServerConfig | undefined {
  return useQuery({
    queryKey: SERVER_CONFIG,
    queryFn: ({ signal }) => api.get<ServerConfig>('/api/config', { signal }),
    staleTime: STALE_MS,
  }).data;
}
