import { z } from 'zod';

/** Environment particular to insights: none so far. */
export const InsightsConfig = z.object({});
