import { pollKeys, type ListKind } from '../../polls/cache/poll-keys';
import { usePollList } from '../../polls/api/poll-list';

const PATHS: Record<ListKind, string> = { created: 'polls', voted: 'voted-polls', saved: 'saved-polls' };

/** A user's polls, or one of one's own three lists (spec 7, Users and follows). */
export const useUserPolls = (owner: number | 'me', kind: ListKind) =>
  usePollList(pollKeys.list(owner, kind), `/api/users/${owner}/${PATHS[kind]}`, {
    staleTime: 10_000,
    enabled: owner === 'me' || owner > 0,
  });
