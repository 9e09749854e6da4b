import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { FeaturedUser, Poll, User } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { serverNow } from '../../../lib/server-clock';
import { readPoll, readPollPage } from '../../polls/api/read-poll';
import { readFeedPage } from '../api/feed';

/** Most people to offer. */
const PEOPLE_MAX = 4;

/** What a new user is offered, in this order; a step with nothing to offer is left out. */
export type Offer =
  { kind: 'topics'; topics: string[] } | { kind: 'people'; people: FeaturedUser[] } | { kind: 'poll'; pollId: number };

const isVotable = (poll: Poll, me: number): boolean =>
  poll.userId !== me &&
  !poll.userVoted &&
  !poll.userAbstained &&
  (poll.endDate === null || Date.parse(poll.endDate) > serverNow());

/** The first poll that this user can vote on: among the trending ones, else in the feed. */
async function starterPoll(client: QueryClient, me: number, signal: AbortSignal): Promise<number | null> {
  const trending = await call(routes.trending, { signal }).catch(() => []);
  for (const { id } of trending) {
    const poll = await readPoll(client, id, signal).catch(() => null);
    if (poll && isVotable(poll, me)) return id;
  }
  const feed = await readPollPage(client, readFeedPage, null, signal).catch(() => null);
  return feed?.polls.find((poll) => isVotable(poll, me))?.id ?? null;
}

/** What cannot be read is not offered. */
async function read(client: QueryClient, me: number, signal: AbortSignal): Promise<Offer[]> {
  const [topics, featured, pollId] = await Promise.all([
    call(routes.trendingTopics, { signal }).catch(() => []),
    call(routes.featured, { signal }).catch(() => []),
    starterPoll(client, me, signal),
  ]);
  const people = featured.filter(({ id }) => id !== me).slice(0, PEOPLE_MAX);
  return [
    ...(topics.length > 0 ? [{ kind: 'topics' as const, topics }] : []),
    ...(people.length > 0 ? [{ kind: 'people' as const, people }] : []),
    ...(pollId !== null ? [{ kind: 'poll' as const, pollId }] : []),
  ];
}

/** Whether someone is no newcomer: they follow somebody or have voted. */
async function isAtHome(user: User, signal: AbortSignal): Promise<boolean> {
  if (user.followingCount !== null && user.followingCount > 0) return true;
  const voted = await call(routes.myVotedPolls, { query: { page: 1, limit: '1' }, signal });
  return voted.polls.length > 0;
}

/**
 * The steps for a user, read once, so that none changes meanwhile; null for someone who needs none.
 * @param begun the user is past the first step: what they did there does not hide the rest
 */
export function useOffers(user: User, begun: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['welcome', user.id],
    queryFn: async ({ signal }) => (!begun && (await isAtHome(user, signal)) ? null : read(client, user.id, signal)),
    staleTime: Infinity,
    retry: false,
  });
}
