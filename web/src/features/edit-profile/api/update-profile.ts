import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@inkling/contracts';
import { profileFailure } from '../../../components/profile-form/profile-failure';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { ME, useSession } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { changeAuthor } from '../../polls/cache/cached-polls';
import '../strings';

export interface ProfileChange {
  name: string;
  username: string;
  /** A new picture; null keeps the current one. */
  picture: File | null;
}

/** `POST /api/users/me/update`, multipart; updates the user's name and picture wherever they show. */
export function useUpdateProfile() {
  const client = useQueryClient();
  const { signIn } = useSession();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ name, username, picture }: ProfileChange) => {
      const form = new FormData();
      form.set('name', name);
      form.set('username', username);
      if (picture) form.set('profilePicture', picture);
      return call(routes.updateProfile, { body: form });
    },
    onSuccess: async (user) => {
      // Meanwhile the session has ended or belongs to someone else.
      if (client.getQueryData<User | null>(ME)?.id !== user.id) return;
      await signIn(user);
      client.setQueryData(['users', 'me'], user);
      changeAuthor(client, {
        id: user.id,
        name: user.name,
        username: user.username,
        profilePicture: user.profilePicture,
      });
      void client.invalidateQueries({ queryKey: ME });
      for (const key of ['users', 'comments', 'follows', 'featured'])
        void client.invalidateQueries({ queryKey: [key] });
    },
    // Here and not in the form, which may have been left.
    onError: (error) => toast(profileFailure(error, t('editProfile.failed'), t('editProfile.failedText'))),
  });
}
