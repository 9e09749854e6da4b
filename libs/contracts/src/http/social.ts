import { z } from 'zod';
import { Id, IdText } from '../common.js';
import { Author } from '../author.js';

/** A row of a followers or following list with the viewer's follow status, so that no row has to ask. */
export const FollowUser = Author.extend({ isFollowing: z.boolean() });
export type FollowUser = z.infer<typeof FollowUser>;

/**
 * An avatar of the 'Recent Polls' strip (docs/product.md#featured-users): `hasNewPoll` when they have published within
 * the last day.
 */
export const FeaturedUser = Author.extend({ hasNewPoll: z.boolean() });
export type FeaturedUser = z.infer<typeof FeaturedUser>;

export const FollowBody = z.object({ followingId: Id });
export const FollowParam = z.object({ userId: IdText });

/** The followed user after a change. `followersCount` is theirs. */
export const FollowState = z.object({ userId: Id, following: z.boolean(), followersCount: z.int().min(0) });
export type FollowState = z.infer<typeof FollowState>;
