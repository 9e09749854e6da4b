import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api';

/** The cache of everything read from the server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 5 * 60_000,
        // A retry does not change a 4xx.
        retry: (failures, error) =>
          failures < 1 && !(error instanceof ApiFailure && error.status >= 400 && error.status < 500),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      },
      // Without a network a press fails at once and says so, instead of waiting for one.
      mutations: { networkMode: 'always' },
    },
  });
}
