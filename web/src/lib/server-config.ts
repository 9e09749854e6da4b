import { useQuery } from '@tanstack/react-query';
import type { ServerConfig } from '@inkling/contracts';
import { api } from './api';

/** What this server has; undefined until it has said so (`GET /api/config`). It changes only with a new version. */
export function useServerConfig(): ServerConfig | undefined {
  return useQuery({ queryKey: ['/api/config'], queryFn: ({ signal }) => api.get<ServerConfig>('/api/config', { signal }), staleTime: Infinity }).data;
}
