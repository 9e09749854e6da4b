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

const READ_MS = 20_000;

export type ResultsFormat = 'csv' | 'json' | 'png';

/** Reads the results of a poll as a file. @throws ApiFailure with the server's own message */
async function readResults(id: number, format: ResultsFormat): Promise<Blob> {
  const input = (as: ResultsFormat) => ({ params: { id }, query: { format: as, language: activeLocale() } });
  const read = () =>
    fetch(pathOf(routes.pollResults, input(format)), { signal: AbortSignal.timeout(READ_MS) }).catch(() => {
      throw new ApiFailure(0, 'network', t('ui.connectionHint'));
    });
  let response = await read();
  if (response.status === 401) {
    // Renews the session, or fails as every call does.
    await call(routes.pollResults, input('json'));
    response = await read();
  }
  if (response.ok) return response.blob();
  // A proxy that has no answer sends a page of its own.
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  throw new ApiFailure(response.status, body?.code ?? 'unavailable', body?.message ?? t('ui.connectionHint'), body);
}

/** Offers the results of a poll for saving. */
export const useDownloadResults = (pollId: number) =>
  useMutation({
    mutationFn: (format: ResultsFormat) => readResults(pollId, format),
    onSuccess: (file, format) => saveFile(file, `poll-${pollId}-results.${format}`),
    onError: (error) => toastFailure(t('statistics.downloadFailed'), error),
  });
