import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VerifiedEmail } from '@inkling/contracts';
import { api } from '../../../lib/api';
import { ME } from '../../../lib/session';

/** Confirms an address with the token of a mailed link, which works once. */
export function useVerifyEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.post<VerifiedEmail>('/api/auth/verify-email', { token }),
    // The account says now that its address is confirmed, or its sessions have ended.
    onSuccess: () => client.invalidateQueries({ queryKey: ME }),
  });
}
