import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';
import { ME } from '../../../lib/session';

/** Moves the account to the address that received the link. */
export function useConfirmEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(routes.confirmEmailChange, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ME }),
  });
}

/** Restores the address that received the link; every session of the account ends. */
export function useRestoreEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(routes.restoreEmail, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ME }),
  });
}
