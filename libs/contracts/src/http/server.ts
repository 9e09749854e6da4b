import { z } from 'zod';

/** `GET /api/config`: what this server has, for the browser (decisions, Identity and sessions). */
export const ServerConfig = z.object({
  product: z.literal('Inkling'),
  version: z.string(),
  environment: z.enum(['development', 'production']),
  features: z.object({ google: z.boolean(), push: z.boolean(), insights: z.boolean(), media: z.boolean() }),
});
export type ServerConfig = z.infer<typeof ServerConfig>;

/** `GET /health/ready`: 200 when every part is up, else 503, with the parts named. */
export const Health = z.object({ status: z.enum(['ok', 'unavailable']), parts: z.record(z.string(), z.enum(['ok', 'unavailable'])) });
export type Health = z.infer<typeof Health>;
