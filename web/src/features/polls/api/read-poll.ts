import type { Poll, PollPage, QueryOf, SentPoll, SentPollPage } from '@inkling/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, call, orFail, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { FIRST_POLL_PAGE } from '../cache/query-keys';
import { pollStore } from '../cache/poll-store';
import '../../../lib/i18n/poll-strings';

/**
 * Sends a request that answers with a poll. The poll store takes the answer, so every list that shows it is updated.
 */
export async function receivePoll(client: QueryClient, request: () => Promise<SentPoll>): Promise<Poll> {
  const store = pollStore(client);
  const begun = store.readBegins();
  return store.receive(await request(), begun);
}

/** `GET /api/polls/{id}`. */
export const readPoll = (client: QueryClient, id: number, signal?: AbortSignal): Promise<Poll> =>
  receivePoll(client, () => call(routes.poll, { params: { id }, signal }));

/** The server says that the viewer does not follow the author of a poll for followers. */
export const isFollowersOnly = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.code === 'followers-only';

/**
 * Reads a poll again. A poll that is deleted, or not for the viewer any more, leaves every list; any other failure is
 * ignored until the next read.
 */
export async function refreshPoll(client: QueryClient, id: number): Promise<Poll | undefined> {
  try {
    return await readPoll(client, id);
  } catch (error) {
    if (isFollowersOnly(error)) pollStore(client).remove(id, error);
    else if (error instanceof ApiFailure && error.status === 404) pollStore(client).remove(id);
    return undefined;
  }
}

/** Calls the route of a list of polls; null to someone signed out, where the route allows that. */
export type ReadPage = (query: QueryOf<'feed'>, signal?: AbortSignal) => Promise<SentPollPage | null>;

/**
 * One page of a list of polls.
 * @param read calls the list's route
 * @param cursor `nextCursor` of the previous page, null for the first
 * @returns null to someone signed out, where the route allows that
 */
export async function readPollPage(
  client: QueryClient,
  read: ReadPage,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<PollPage | null> {
  const store = pollStore(client);
  const begun = store.readBegins();
  const query = cursor === null ? FIRST_POLL_PAGE : { limit: FIRST_POLL_PAGE.limit, cursor };
  const page = await orFail(read(query, signal), t('polls.fetchFailed'));
  return page && { ...page, polls: page.polls.map((poll) => store.receive(poll, begun)) };
}

/** The cursor of a list's next page; undefined at its end. */
export const nextCursor = (page: PollPage | null): string | undefined =>
  page?.pagination.hasMore ? (page.pagination.nextCursor ?? undefined) : undefined;
