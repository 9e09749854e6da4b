import { PAGE_SIZE } from '@inkling/contracts/constants';

/** The query of a list's first page. */
export const FIRST_POLL_PAGE = { limit: String(PAGE_SIZE), page: 1 };

export type ListKind = 'created' | 'voted' | 'saved';

/**
 * Query keys of everything that holds polls. All share one root, so that a change of a poll finds every copy. Data
 * under `all` is a Poll, a PollPage, or pages of them (InfiniteData<PollPage>).
 */
export const pollKeys = {
  all: ['polls'] as const,
  feed: ['polls', 'feed'] as const,
  detail: (id: number) => ['polls', 'detail', id] as const,
  /** @param owner a user's id, or 'me' */
  list: (owner: number | 'me', kind: ListKind) => ['polls', 'list', owner, kind] as const,
  /** Not under `all`: its rows are summaries, not polls. */
  trending: ['trending-polls'] as const,
};
