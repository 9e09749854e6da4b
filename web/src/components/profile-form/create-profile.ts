import { useMutation } from '@tanstack/react-query';
import type { User } from '@inkling/contracts';
import { call, routes } from '../../lib/api';

export interface NewProfile {
  userId: number;
  name: string;
  username: string;
  picture: File | null;
}

/**
 * `POST /api/users/create-profile`; the session is refreshed first, then name, username and picture go as multipart.
 */
export async function createProfile({ userId, name, username, picture }: NewProfile): Promise<User> {
  await call(routes.refreshSession, { body: { userId } });
  const form = new FormData();
  form.set('name', name);
  form.set('username', username);
  form.set('userId', String(userId));
  if (picture) form.set('profilePicture', picture);
  return call(routes.createProfile, { body: form });
}

/** Completes the profile. */
export const useCreateProfile = () => useMutation({ mutationFn: createProfile });
