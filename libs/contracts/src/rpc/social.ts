import { z } from 'zod';
import { Cursor, Id } from '../common.js';
import { FeaturedUser, FollowState, FollowUser } from '../http/social.js';
import { rpc } from './define.js';

const Pair = z.object({ userId: Id, followingId: Id });
const ListRequest = z.object({ userId: Id, viewerId: Id, cursor: Cursor.optional() });
const List = z.object({ users: z.array(FollowUser), nextCursor: Cursor.nullable() });

export const socialRpc = {
  counts: rpc(
    'social.counts',
    z.object({ userId: Id }),
    z.object({ followersCount: z.int().min(0), followingCount: z.int().min(0) }),
    { retry: true },
  ),
  /** `userId` follows `followingId`. Doing so again changes nothing. */
  follow: rpc('social.follow', Pair, FollowState, { retry: true }),
  unfollow: rpc('social.unfollow', Pair, FollowState, { retry: true }),
  /** `followerId` no longer follows `userId`. */
  removeFollower: rpc('social.remove-follower', z.object({ userId: Id, followerId: Id }), z.object({}), {
    retry: true,
  }),
  status: rpc('social.status', Pair, z.object({ following: z.boolean() }), { retry: true }),
  followers: rpc('social.followers', ListRequest, List, { retry: true }),
  following: rpc('social.following', ListRequest, List, { retry: true }),
  featured: rpc('social.featured', z.object({ viewerId: Id }), z.object({ users: z.array(FeaturedUser) }), {
    retry: true,
  }),
  /** A user's followers in the order of ids, for the push of a new poll. */
  followerIds: rpc(
    'social.follower-ids',
    z.object({ userId: Id, after: z.int().min(0), limit: z.int().min(1).max(1_000) }),
    z.object({ userIds: z.array(Id) }),
    { retry: true },
  ),
};
