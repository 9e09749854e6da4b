import { IdText, type PollPreview } from '@inkling/contracts';
import { embedCode, EMBED_WIDTH, embedHeight } from '@inkling/contracts/embed';
import { ApiError } from '@inkling/platform';
import { z } from 'zod';
import { CARD_HEIGHT, CARD_WIDTH, type SharePaths } from './share-paths.js';
import { authorOf, plain } from './shared-poll-text.js';

const pixels = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a number of pixels')
  .transform(Number)
  .optional();

/** The query of `GET /api/oembed` as oembed.com defines it; the only format is JSON. */
export const OembedQuery = z.object({
  url: z
    .string('must be the address of a poll')
    .max(2_000, 'is too long')
    .refine((text) => URL.canParse(text), 'must be the address of a poll'),
  format: z.literal('json', { error: "must be 'json'" }).optional(),
  maxwidth: pixels,
  maxheight: pixels,
});
export type OembedQuery = z.infer<typeof OembedQuery>;

/** The id in a poll's address. @throws ApiError `not-found` for any other address */
export function pollIdOf(address: string, paths: SharePaths): number {
  const { origin, pathname, username, password } = new URL(address);
  const id = IdText.safeParse(/^\/poll\/(\d+)\/?$/.exec(pathname)?.[1] ?? '');
  if (origin !== paths.origin || username !== '' || password !== '' || !id.success) throw new ApiError('not-found');
  return id.data;
}

/** The answer: a frame with `/embed/{id}`, within the size that the other site asked for. */
export function oembed(
  poll: PollPreview,
  query: OembedQuery,
  state: string,
  paths: SharePaths,
): Record<string, string | number> {
  const width = Math.min(EMBED_WIDTH, query.maxwidth ?? EMBED_WIDTH);
  const wanted = embedHeight(poll.options.length, poll.media !== null && (poll.sensitive ?? null) === null);
  const height = Math.min(wanted, query.maxheight ?? wanted);
  const thumbnailFits = (query.maxwidth ?? CARD_WIDTH) >= CARD_WIDTH && (query.maxheight ?? CARD_HEIGHT) >= CARD_HEIGHT;
  return {
    version: '1.0',
    type: 'rich',
    title: plain(poll.question),
    author_name: authorOf(poll),
    provider_name: 'Inkling',
    provider_url: paths.origin,
    cache_age: 300,
    ...(thumbnailFits
      ? { thumbnail_url: paths.card(poll.id, state), thumbnail_width: CARD_WIDTH, thumbnail_height: CARD_HEIGHT }
      : {}),
    html: embedCode(paths.embed(poll.id), plain(poll.question), width, height),
    width,
    height,
  };
}
