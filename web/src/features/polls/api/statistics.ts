import { useMutation, useQuery } from '@tanstack/react-query';
import type { ErrorBody } from '@inkling/contracts';
import { ApiFailure, call, routes } from '../../../lib/api';
import { pathOf } from '../../../lib/api/request-head';
import { activeLocale } from '../../../lib/i18n/active';
import { t } from '../../../lib/i18n';
import { saveFile } from '../../../lib/save-file';
import { toastFailure } from '../../../lib/toast-failure';

/** The statistics of an own poll, read again each time they are opened. */
export const useStatistics = (pollId: number) =>
  useQuery({
    queryKey: ['statistics', pollId],
    queryFn: ({ signal }) => call(routes.pollStatistics, { params: { id: pollId }, signal }),
    staleTime: 0,
  });

export type ResultsFormat = 'csv' | 'json' | 'png';

/** Reads the results of a poll as a file. @throws ApiFailure with the server's own message */
async function readResults(id: number, format: ResultsFormat): Promise<Blob> {
  const input = (as: ResultsFormat) => ({ params: { id }, query: { format: as, language: activeLocale() } });
  const read = () => fetch(pathOf(routes.pollResults, input(format)));
  let response = await read();
  if (response.status === 401) {
    // Renews the session, or fails as every call does.
    await call(routes.pollResults, input('json'));
    response = await read();
  }
  if (response.ok) return response.blob();
  const body = (await response.json()) as ErrorBody;
  throw new ApiFailure(response.status, body.code, body.message, body);
}

/** Offers the results of a poll for saving. */
export const useDownloadResults = (pollId: number) =>
  useMutation({
    mutationFn: (format: ResultsFormat) => readResults(pollId, format),
    onSuccess: (file, format) => saveFile(file, `poll-${pollId}-results.${format}`),
    onError: (error) => toastFailure(t('statistics.downloadFailed'), error),
  });
