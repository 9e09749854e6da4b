import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';
import { ME } from '../../../lib/session';

/** Confirms an address with the token of a mailed link, which works once. */
export function useVerifyEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(routes.verifyEmail, { body: { token } }),
    // The account's address is now confirmed, or its sessions have ended.
    onSuccess: () => client.invalidateQueries({ queryKey: ME }),
  });
}
