import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Insights } from '@inkling/contracts';
import { ApiFailure, call, messageOf, orFail, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { SERVER_CONFIG } from '../../../lib/server-config';
import { toast } from '../../../lib/toast';
import '../../../lib/i18n/poll-strings';

/** Milliseconds between reads while a text is being written. */
const LOOK_MS = 3_000;
/** Codes after which the text may still arrive: no answer came, or the server gave up waiting for it. */
const UNDECIDED = ['network', 'unavailable'];

const insightsKey = (pollId: number) => ['insights', pollId] as const;

/**
 * `GET /api/polls/{id}/insights`; read repeatedly while a text is being written, for anyone.
 * @param wanted false: no request
 */
export function useInsights(pollId: number, wanted = true) {
  return useQuery({
    queryKey: insightsKey(pollId),
    queryFn: ({ signal }) =>
      orFail(call(routes.insights, { params: { id: pollId }, signal }), t('insights.fetchFailed')),
    enabled: wanted && pollId > 0,
    refetchInterval: ({ state }) => (state.data?.generating ? LOOK_MS : false),
  });
}

/**
 * `POST /api/polls/{id}/generate-insights`: requests a Deep Dive, which can take a minute. When no answer came in time,
 * the poll itself says whether the text is still being written.
 */
export function useGenerateInsights(pollId: number) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (): Promise<Insights> => {
      try {
        return await call(routes.generateInsights, { params: { id: pollId } });
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (UNDECIDED.includes(error.code)) {
          const now = await call(routes.insights, { params: { id: pollId } });
          if (now.generating || now.hasInsights) return now;
        }
        throw error;
      }
    },
    onSuccess: (insights) => client.setQueryData(insightsKey(pollId), insights),
    onError: (error) => {
      // The server may no longer offer it.
      if (error instanceof ApiFailure && error.code === 'insights-unavailable')
        void client.invalidateQueries({ queryKey: SERVER_CONFIG });
      toast({
        title: t('insights.generateFailed'),
        description: messageOf(error, t('insights.failedText')),
        variant: 'destructive',
      });
    },
  });
}
