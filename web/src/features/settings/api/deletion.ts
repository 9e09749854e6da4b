import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, DeletionState } from '@inkling/contracts';
import { ProofDeclined, useProof } from '../../../components/proof/with-proof';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import { toastFailure } from '../../../lib/toast-failure';
import '../strings';

const DELETION = [routes.deletion] as const;

/** The deletion of the own account that was asked for, if any. */
export const useDeletion = () =>
  useQuery({
    queryKey: DELETION,
    queryFn: ({ signal }) => call(routes.deletion, { signal }),
    staleTime: 0,
  });

/** Asks for the deletion of the own account, which needs a fresh proof. */
export function useRequestDeletion() {
  const client = useQueryClient();
  const prove = useProof();
  return useMutation({
    mutationFn: (body: BodyOf<'requestDeletion'>) => prove(() => call(routes.requestDeletion, { body })),
    onSuccess: (pending) => {
      client.setQueryData<DeletionState>(DELETION, (state) => state && { ...state, pending });
      toast({ title: t('deletion.requested'), description: t('deletion.requestedText') });
    },
    onError: (error) => {
      if (error instanceof ProofDeclined) return;
      toastFailure(t('deletion.failed'), error);
    },
  });
}

/** Takes the deletion back. */
export function useWithdrawDeletion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.withdrawDeletion),
    onSuccess: () => {
      client.setQueryData<DeletionState>(DELETION, (state) => state && { ...state, pending: null });
      toast({ title: t('deletion.withdrawn'), description: t('deletion.withdrawnText') });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: DELETION });
      const begun = error instanceof ApiFailure && error.code === 'deletion-not-found';
      toast({
        title: t('deletion.failed'),
        description: begun ? t('deletion.begun') : messageOf(error, t('session.tryAgain')),
        variant: 'destructive',
      });
    },
  });
}
