import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '@inkling/contracts';
import { ProofDeclined, useProof } from '../../../components/proof/with-proof';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import { browserName } from '../model/browser-name';

const PASSKEYS = [routes.passkeys] as const;

/** The code that talks to authenticators, loaded when it is needed. */
const ceremony = () => import('../../../components/passkeys/ceremony');

/** The user's passkeys. */
export const usePasskeys = () =>
  useQuery({ queryKey: PASSKEYS, queryFn: ({ signal }) => call(routes.passkeys, { signal }), staleTime: 0 });

function useList(): (change: (list: Passkey[]) => Passkey[]) => void {
  const client = useQueryClient();
  return (change) => {
    client.setQueryData<Passkey[]>(PASSKEYS, (list) => list && change(list));
    void client.invalidateQueries({ queryKey: PASSKEYS });
  };
}

const sayFailure = (title: string, error: unknown): void => {
  if (error instanceof ProofDeclined) return;
  toast({ title, description: messageOf(error, t('passkeys.tryAgain')), variant: 'destructive' });
};

/** Makes a passkey on this device, or on one that the browser offers, and names it after this browser. */
export function useAddPasskey() {
  const prove = useProof();
  const change = useList();
  return useMutation({
    mutationFn: async () => {
      const options = await prove(() => call(routes.newPasskeyOptions));
      const { makePasskey } = await ceremony();
      const body = {
        name: browserName(navigator.userAgent) || t('passkeys.someDevice'),
        credential: await makePasskey(options),
      };
      return prove(() => call(routes.addPasskey, { body }));
    },
    onSuccess: (passkey) => {
      change((list) => [...list, passkey]);
      toast({ title: t('passkeys.added'), description: t('passkeys.addedText') });
    },
    onError: async (error) => {
      if (error instanceof ProofDeclined) return;
      const { isDeclined, passkeyFailure } = await ceremony();
      if (isDeclined(error)) return;
      toast({ title: t('passkeys.addFailed'), description: passkeyFailure(error), variant: 'destructive' });
    },
  });
}

/** Names a passkey. */
export function useRenamePasskey() {
  const change = useList();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      call(routes.renamePasskey, { params: { passkeyId: id }, body: { name } }),
    onSuccess: (passkey) => change((list) => list.map((one) => (one.id === passkey.id ? passkey : one))),
    onError: (error) => sayFailure(t('passkeys.renameFailed'), error),
  });
}

/** Forgets a passkey. */
export function useRemovePasskey() {
  const prove = useProof();
  const change = useList();
  return useMutation({
    mutationFn: async (id: number) => {
      try {
        await prove(() => call(routes.removePasskey, { params: { passkeyId: id } }));
      } catch (error) {
        // Already removed elsewhere.
        if (!(error instanceof ApiFailure) || error.code !== 'passkey-not-found') throw error;
      }
    },
    onSuccess: (_answer, id) => {
      change((list) => list.filter((one) => one.id !== id));
      toast({ title: t('passkeys.removed') });
    },
    onError: (error) => sayFailure(t('passkeys.removeFailed'), error),
  });
}
