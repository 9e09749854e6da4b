import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import { toastFailure } from '../../../lib/toast-failure';
import './strings';

const REQUESTS = [routes.signUpRequests] as const;
/** Milliseconds after which a visible page looks for new requests. */
const REFRESH_MS = 30_000;

/** People who ask to join, the oldest request first. */
export const useRequests = () =>
  useQuery({
    queryKey: REQUESTS,
    queryFn: ({ signal }) => call(routes.signUpRequests, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

/** Lets the person in, or refuses them; the list is read again either way. */
export function useDecide(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'decideSignUp'>) => call(routes.decideSignUp, { params: { userId }, body }),
    onSuccess: (_answer, { approve }) =>
      toast({ title: t(approve ? 'adminRequests.approved' : 'adminRequests.refused') }),
    onError: (error) => toastFailure(t('adminRequests.notDecided'), error),
    onSettled: () => client.invalidateQueries({ queryKey: REQUESTS }),
  });
}
