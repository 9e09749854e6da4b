import { useMutation } from '@tanstack/react-query';
import type { LoginBody, User } from '@inkling/contracts';
import { api } from '../../../lib/api';

export const login = (body: LoginBody): Promise<User> => api.post<User>('/api/auth/login', body);

/** Logs in with email and password; fails with the provider's codes (decisions, Identity and sessions). */
export const useLogin = () => useMutation({ mutationFn: login });
