import { callOrNull, routes } from '../../../lib/api';
import { pollKeys, type ListKind } from '../../polls/cache/query-keys';
import { usePollList } from '../../polls/api/poll-list';
import type { ReadPage } from '../../polls/api/read-poll';

const MINE = { created: routes.myPolls, voted: routes.myVotedPolls, saved: routes.mySavedPolls };

const readerOf =
  (owner: number | 'me', kind: ListKind): ReadPage =>
  (query, signal) =>
    owner === 'me'
      ? callOrNull(MINE[kind], { query, signal })
      : callOrNull(routes.userPolls, { params: { id: owner }, query, signal });

/** A user's polls, or one of the viewer's own three lists. @param wanted false reads none */
export const useUserPolls = (owner: number | 'me', kind: ListKind, wanted = true) =>
  usePollList(pollKeys.list(owner, kind), readerOf(owner, kind), {
    staleTime: 10_000,
    enabled: wanted && (owner === 'me' || owner > 0),
  });
