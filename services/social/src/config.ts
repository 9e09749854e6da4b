import { z } from 'zod';

/** Environment particular to social: none so far. */
export const SocialConfig = z.object({});
