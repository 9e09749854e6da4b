import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api';

/** Mails a link to choose a new password; the answer is the same whether or not the address is known. */
export const useRequestReset = () =>
  useMutation({ mutationFn: (email: string) => api.post('/api/auth/password-reset', { email }) });

/** Sets the password with the token of a mailed link; every session ends. */
export const useConfirmReset = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) => api.post('/api/auth/password-reset/confirm', body),
  });
