import { z } from 'zod';
import { Id } from './common.js';

/**
 * The author of a poll or comment, as it is embedded (docs/product.md#profiles). `name` and `username` are what the
 * profile says now.
 */
export const Author = z.object({
  id: Id,
  username: z.string().nullable(),
  name: z.string(),
  profilePicture: z.string().nullable(),
});
export type Author = z.infer<typeof Author>;
