import { useMutation } from '@tanstack/react-query';
import type { User } from '@inkling/contracts';
import { api } from '../../../lib/api';

export interface NewProfile {
  userId: number;
  name: string;
  username: string;
}

async function createProfile({ userId, name, username }: NewProfile): Promise<User> {
  await api.post('/api/auth/refresh-session', { userId });
  const form = new FormData();
  form.set('name', name);
  form.set('username', username);
  form.set('userId', String(userId));
  return api.form<User>('/api/users/create-profile', form);
}

/** Completes the profile: the session is refreshed first (spec 7), then name and username go as multipart. */
export const useCreateProfile = () => useMutation({ mutationFn: createProfile });
