import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MutedWords } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toastFailure } from '../../../lib/toast-failure';

const WORDS = [routes.mutedWords] as const;

/** The viewer's muted words. */
export const useMutedWords = () =>
  useQuery({ queryKey: WORDS, queryFn: ({ signal }) => call(routes.mutedWords, { signal }), staleTime: 0 });

/** Replaces the muted words: on screen at once, and back when the server refuses. One change is sent after another. */
export function useSetMutedWords() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'muted-words' },
    mutationFn: (words: string[]) => call(routes.setMutedWords, { body: { words } }),
    onMutate: async (words) => {
      await client.cancelQueries({ queryKey: WORDS });
      client.setQueryData<MutedWords>(WORDS, { words });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: WORDS });
      toastFailure(t('protection.failed'), error);
    },
    // Lists and comments are chosen by these words.
    onSuccess: () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== WORDS[0] }),
  });
}
