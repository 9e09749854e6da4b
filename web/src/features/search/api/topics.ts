import { useQuery } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';

/** `GET /api/topics/trending`; each begins with `#`. */
export const useTopics = () =>
  useQuery({
    queryKey: [routes.trendingTopics],
    queryFn: ({ signal }) => call(routes.trendingTopics, { signal }),
  });
