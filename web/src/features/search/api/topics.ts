import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';

/** `GET /api/topics/trending`; each begins with `#`. */
export const useTopics = () =>
  useQuery({
    queryKey: ['/api/topics/trending'],
    queryFn: ({ signal }) => api.get<string[]>('/api/topics/trending', { signal }),
  });
