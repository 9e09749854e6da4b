import type { Author, Poll, PollPage } from '@inkling/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { notifyManager } from '@tanstack/react-query';
import { ApiFailure } from '../../../lib/api';
import { pollKeys } from './query-keys';

type Held = Poll | PollPage | InfiniteData<PollPage | null> | null | undefined;
type Change = (poll: Poll) => Poll | null;

const gone = () => new ApiFailure(404, 'poll-not-found', 'Poll not found');

const isPages = (data: object): data is InfiniteData<PollPage | null> => 'pages' in data;
const isPage = (data: object): data is PollPage => 'polls' in data;

function pollsOf(data: Held): readonly Poll[] {
  if (!data) return [];
  if (isPages(data)) return data.pages.flatMap((page) => page?.polls ?? []);
  return isPage(data) ? data.polls : [data];
}

function changeList(polls: Poll[], id: number, change: Change): Poll[] {
  if (!polls.some((poll) => poll.id === id)) return polls;
  let changed = false;
  const next = polls.flatMap((poll) => {
    if (poll.id !== id) return [poll];
    const after = change(poll);
    changed ||= after !== poll;
    return after ? [after] : [];
  });
  return changed ? next : polls;
}

const changePage = (page: PollPage, id: number, change: Change): PollPage => {
  const polls = changeList(page.polls, id, change);
  return polls === page.polls ? page : { ...page, polls };
};

function changeHeld(data: Held, id: number, change: Change): Held {
  if (!data) return data;
  if (isPages(data)) {
    const pages = data.pages.map((page) => page && changePage(page, id, change));
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
  }
  if (isPage(data)) return changePage(data, id, change);
  return data.id === id ? (change(data) ?? undefined) : data;
}

/** The newest copy of a poll that any query holds. */
export function findPoll(client: QueryClient, id: number): Poll | undefined {
  let found: Poll | undefined;
  for (const query of client.getQueryCache().findAll({ queryKey: pollKeys.all }))
    for (const poll of pollsOf(query.state.data as Held))
      if (poll.id === id && (!found || poll.version > found.version)) found = poll;
  return found;
}

/**
 * Applies a change to a poll in every query that holds it: feed pages, profile lists, detail. A change to null removes
 * it, and `why` is what the poll's own page says then. The data keeps its age, so a patched list is refetched when it
 * would have been anyway.
 */
export function changePoll(client: QueryClient, id: number, change: Change, why: ApiFailure = gone()): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll({ queryKey: pollKeys.all })) {
      const data = query.state.data as Held;
      const next = changeHeld(data, id, change);
      if (next === data) continue;
      // Not removed, so that a page showing this poll is updated.
      if (next === undefined)
        query.setState({ data: undefined, status: 'error', error: why, errorUpdatedAt: Date.now() });
      else client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt });
    }
  });
}

/** Puts an author's new name and picture into every cached poll of theirs. */
export function changeAuthor(client: QueryClient, author: Author): void {
  const ids = new Set<number>();
  for (const query of client.getQueryCache().findAll({ queryKey: pollKeys.all }))
    for (const poll of pollsOf(query.state.data as Held)) if (poll.userId === author.id) ids.add(poll.id);
  for (const id of ids) changePoll(client, id, (poll) => ({ ...poll, user: author }));
}
