import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExportState } from '@inkling/contracts';
import { ProofDeclined, useProof } from '../../../components/proof/with-proof';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { pathOf } from '../../../lib/api/request-head';
import { t } from '../../../lib/i18n';
import { serverNow } from '../../../lib/server-clock';
import { shortDay } from '../../../lib/time';
import { toast } from '../../../lib/toast';

const EXPORT = [routes.dataExport] as const;
/** How often the page asks while a file is being made. */
const LOOK_MS = 2_000;

/** The export of the user's data. */
export const useDataExport = () =>
  useQuery({
    queryKey: EXPORT,
    queryFn: ({ signal }) => call(routes.dataExport, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.export?.state === 'making' ? LOOK_MS : false),
  });

function explain(error: unknown): void {
  if (error instanceof ProofDeclined) return;
  const seconds =
    error instanceof ApiFailure && error.code === 'too-many-requests' ? error.body?.retryAfter : undefined;
  const day = seconds === undefined ? undefined : shortDay(new Date(serverNow() + seconds * 1_000));
  toast({
    title: t('dataExport.actFailed'),
    description: day === undefined ? messageOf(error, t('session.tryAgain')) : t('dataExport.tooOften', { day }),
    variant: 'destructive',
  });
}

/** Asks for the file. */
export function useRequestExport() {
  const client = useQueryClient();
  const prove = useProof();
  return useMutation({
    mutationFn: () => prove(() => call(routes.requestDataExport)),
    onSuccess: (state) => client.setQueryData<ExportState>(EXPORT, state),
    onError: explain,
  });
}

/** Stops the export, or deletes its file. `said` is the message on screen afterwards. */
export function useDeleteExport(said: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.deleteDataExport),
    onSuccess: () => {
      client.setQueryData<ExportState>(EXPORT, { export: null });
      toast({ title: said });
    },
    onError: explain,
  });
}

/** Has the browser download the file, once the server lets it. */
export function useDownloadExport() {
  const client = useQueryClient();
  const prove = useProof();
  return useMutation({
    mutationFn: () => prove(() => call(routes.dataExportFile, { query: { check: '1' } })),
    onSuccess: () => {
      const link = document.createElement('a');
      link.href = pathOf(routes.dataExportFile);
      link.download = '';
      link.click();
    },
    onError: (error) => {
      explain(error);
      void client.invalidateQueries({ queryKey: EXPORT });
    },
  });
}
