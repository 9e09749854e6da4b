import { z } from 'zod';
import { Cursor, Id } from '../common.js';
import { BlockState, MuteState, MutedWords } from '../http/blocks.js';
import { Author } from '../author.js';
import { FeaturedUser, FollowState, FollowUser } from '../http/social.js';
import { Limited, rpc } from './define.js';

const Pair = z.object({ userId: Id, followingId: Id });
const ListRequest = z.object({ userId: Id, viewerId: Id, cursor: Cursor.optional() });
const List = z.object({ users: z.array(FollowUser), nextCursor: Cursor.nullable() });
const OwnList = z.object({ userId: Id, cursor: Cursor.optional() });
const Authors = z.object({ users: z.array(Author), nextCursor: Cursor.nullable() });
/** `userId` acts on `otherId`. */
const Act = z.object({ userId: Id, otherId: Id });

/** How a viewer stands to another user (docs/product.md#blocks-and-mutes). */
export const Standing = z.object({
  /** The viewer has blocked the other. */
  blocked: z.boolean(),
  /** The other has blocked the viewer. It must never reach the viewer but as "not found". */
  blockedBy: z.boolean(),
  /** The viewer has muted the other. */
  muted: z.boolean(),
});
export type Standing = z.infer<typeof Standing>;

export const socialRpc = {
  /** `standing`: how `viewerId` stands to `userId`, if a viewer is given. */
  counts: rpc(
    'social.counts',
    z.object({ userId: Id, viewerId: Id.optional() }),
    z.object({
      followersCount: z.int().min(0),
      followingCount: z.int().min(0),
      standing: Standing.optional(),
    }),
    { retry: true },
  ),
  /** `userId` follows `followingId`. Doing so again changes nothing. */
  follow: rpc('social.follow', Pair.extend(Limited), FollowState, { retry: true }),
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
  /**
   * Blocks, mutes and what undoes them. Doing one twice changes nothing and announces nothing. An id of nobody gets the
   * same answer as anybody's, so that no one learns from it who has blocked them.
   */
  block: rpc('social.block', Act, BlockState, { retry: true }),
  unblock: rpc('social.unblock', Act, BlockState, { retry: true }),
  mute: rpc('social.mute', Act, MuteState, { retry: true }),
  unmute: rpc('social.unmute', Act, MuteState, { retry: true }),
  /** Whom the user has blocked, the latest first, without those who have blocked the user. */
  blocks: rpc('social.blocks', OwnList, Authors, { retry: true }),
  /** Whom the user has muted, the latest first, without those from whom a block separates the user. */
  mutes: rpc('social.mutes', OwnList, Authors, { retry: true }),
  mutedWords: rpc('social.muted-words', z.object({ userId: Id }), MutedWords, { retry: true }),
  setMutedWords: rpc('social.muted-words.set', MutedWords.extend({ userId: Id }), MutedWords, { retry: true }),
  /** A user's followers in the order of ids, without those who mute the user; for the push of a new poll. */
  followerIds: rpc(
    'social.follower-ids',
    z.object({ userId: Id, after: z.int().min(0), limit: z.int().min(1).max(1_000) }),
    z.object({ userIds: z.array(Id) }),
    { retry: true },
  ),
  /**
   * All followers of a user in the order of ids, for the services that keep who still sees a silenced person.
   * `version` is that of the last `userFollowed` or `userUnfollowed` of the user that the page contains; 0 for none.
   */
  followersPage: rpc(
    'social.followers-page',
    z.object({ userId: Id, after: z.int().min(0), limit: z.int().min(1).max(1_000) }),
    z.object({ userIds: z.array(Id), version: z.int().min(0) }),
    { retry: true },
  ),
};
