import { z } from 'zod';
import { Id } from '../common.js';
import { rpc } from './define.js';

export const socialRpc = {
  counts: rpc('social.counts', z.object({ userId: Id }), z.object({ followersCount: z.int().min(0), followingCount: z.int().min(0) }), { retry: true }),
};
