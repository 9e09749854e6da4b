import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@inkling/contracts';
import { call, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';
import { toastFailure } from '../../lib/toast-failure';
import './strings';

const OWN = [routes.invitations] as const;
const ALL = [routes.allInvitations] as const;

/** The own invitations, the newest first. */
export const useOwnInvitations = () =>
  useQuery({ queryKey: OWN, queryFn: ({ signal }) => call(routes.invitations, { signal }), staleTime: 0 });

/** Everybody's invitations, for administrators. */
export const useAllInvitations = () =>
  useQuery({ queryKey: ALL, queryFn: ({ signal }) => call(routes.allInvitations, { signal }), staleTime: 0 });

function useChange<Input, Output>(
  send: (input: Input) => Promise<Output>,
  failed: string,
  done: (o: Output) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (output) => toast({ title: done(output) }),
    onError: (error) => toastFailure(failed, error),
    onSettled: () => Promise.all([OWN, ALL].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Makes an invitation. */
export const useInvite = () =>
  useChange(
    (body: BodyOf<'invite'>) => call(routes.invite, { body }),
    t('invitations.notMade'),
    ({ code }) => t('invitations.made', { code }),
  );

/** Withdraws an invitation by its id. */
export const useWithdraw = () =>
  useChange(
    (invitationId: number) => call(routes.withdrawInvitation, { params: { invitationId } }),
    t('invitations.notWithdrawn'),
    () => t('invitations.isWithdrawn'),
  );
