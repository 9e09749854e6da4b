import { useMutation } from '@tanstack/react-query';
import type { ChangePasswordBody } from '@inkling/contracts';
import type { infer as Infer } from 'zod';
import { api } from '../../../lib/api';

/** Mails the link that confirms one's address. */
export const useSendVerification = () => useMutation({ mutationFn: () => api.post('/api/auth/verify-email/send', {}) });

/** Changes the password; every other session ends. */
export const useChangePassword = () => useMutation({ mutationFn: (body: Infer<typeof ChangePasswordBody>) => api.post('/api/auth/change-password', body) });
