import { useMutation, useQuery } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';
import { pathOf } from '../../../lib/api/request-head';
import { activeLocale } from '../../../lib/i18n/active';
import { t } from '../../../lib/i18n';
import { toastFailure } from '../../../lib/toast-failure';

/** The statistics of an own poll, read anew each time they are opened. */
export const useStatistics = (pollId: number) =>
  useQuery({
    queryKey: ['statistics', pollId],
    queryFn: ({ signal }) => call(routes.pollStatistics, { params: { id: pollId }, signal }),
    staleTime: 0,
  });

export type ResultsFormat = 'csv' | 'json' | 'png';

/** Has the browser download the results of a poll, once the server lets it. */
export function useDownloadResults(pollId: number) {
  const input = (format: ResultsFormat) => ({ params: { id: pollId }, query: { format, language: activeLocale() } });
  return useMutation({
    mutationFn: (_format: ResultsFormat) => call(routes.pollResults, input('json')),
    onSuccess: (_file, format) => {
      const link = document.createElement('a');
      link.href = pathOf(routes.pollResults, input(format));
      link.download = '';
      link.click();
    },
    onError: (error) => toastFailure(t('statistics.downloadFailed'), error),
  });
}
