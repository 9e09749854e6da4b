import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ActBody, Role } from '@inkling/contracts';
import { ProofDeclined, useProof } from '../../../../components/proof/with-proof';
import { call, routes } from '../../../../lib/api';
import { t } from '../../../../lib/i18n';
import { toast } from '../../../../lib/toast';
import { toastFailure } from '../../../../lib/toast-failure';
import { doneName } from '../../queue/model/act-words';

/** People who match the words, all without any; the newest accounts first. */
export const usePeople = (words: string) =>
  useInfiniteQuery({
    queryKey: [routes.people, words],
    queryFn: ({ signal, pageParam }) =>
      call(routes.people, {
        query: { ...(words === '' ? {} : { q: words }), ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    staleTime: 0,
  });

/** One person with what was decided about them. */
export const usePerson = (userId: number) =>
  useQuery({
    queryKey: [routes.person, userId],
    queryFn: ({ signal }) => call(routes.person, { params: { userId }, signal }),
    staleTime: 0,
  });

/** Actions on a person. Each shows its result and reads the person again. */
export function usePersonActs(userId: number) {
  const client = useQueryClient();
  const prove = useProof();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [routes.person, userId] }),
      client.invalidateQueries({ queryKey: [routes.people] }),
    ]);
  const failed = (error: unknown) => {
    if (error instanceof ProofDeclined) return;
    toastFailure(t('adminPeople.failed'), error);
  };
  const act = useMutation({
    mutationFn: (body: ActBody) => call(routes.act, { body: { ...body, object: { kind: 'profile', id: userId } } }),
    onSuccess: (done) => toast({ title: doneName(done) }),
    onError: failed,
    onSettled: refresh,
  });
  const setRole = useMutation({
    mutationFn: (role: Role) => prove(() => call(routes.setPersonRole, { params: { userId }, body: { role } })),
    onSuccess: () => toast({ title: t('adminPeople.roleChanged') }),
    onError: failed,
    onSettled: refresh,
  });
  const signOut = useMutation({
    mutationFn: () => call(routes.signOutPerson, { params: { userId } }),
    onSuccess: () => toast({ title: t('adminPeople.signedOut') }),
    onError: failed,
    onSettled: refresh,
  });
  return { act, setRole, signOut };
}
