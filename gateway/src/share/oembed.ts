import { IdText, type PollPreview } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { z } from 'zod';
import { CARD_HEIGHT, CARD_WIDTH, type SharePaths } from './share-paths.js';
import { authorOf, html, plain } from './shared-poll-text.js';

const WIDTH = 550;
const ROW = 56;
const REST = 230;
const pixels = z.string().regex(/^[1-9]\d{0,5}$/, 'must be a number of pixels').transform(Number).optional();

/** `GET /api/oembed`, as oembed.com has it; JSON alone. */
export const OembedQuery = z.object({
  url: z.string('must be the address of a poll').max(2_000, 'is too long').refine((text) => URL.canParse(text), 'must be the address of a poll'),
  format: z.literal('json', { error: "must be 'json'" }).optional(),
  maxwidth: pixels,
  maxheight: pixels,
});
export type OembedQuery = z.infer<typeof OembedQuery>;

/** The poll that an address names. @throws ApiError `not-found` for any address but one of this server's polls */
export function pollIdOf(address: string, paths: SharePaths): number {
  const { origin, pathname, username, password } = new URL(address);
  const id = IdText.safeParse(/^\/poll\/(\d+)\/?$/.exec(pathname)?.[1] ?? '');
  if (origin !== paths.origin || username !== '' || password !== '' || !id.success) throw new ApiError('not-found');
  return id.data;
}

/** How another site shows a poll: a frame with `/embed/{id}`, within the size that it asked for. */
export function oembed(poll: PollPreview, query: OembedQuery, state: string, paths: SharePaths): Record<string, string | number> {
  const width = Math.min(WIDTH, query.maxwidth ?? WIDTH);
  const wanted = REST + poll.options.length * ROW;
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
    ...(thumbnailFits ? { thumbnail_url: paths.card(poll.id, state), thumbnail_width: CARD_WIDTH, thumbnail_height: CARD_HEIGHT } : {}),
    html: `<iframe src="${html(paths.embed(poll.id))}" width="${width}" height="${height}" title="${html(poll.question)}" loading="lazy" style="border:0;max-width:100%" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
    width,
    height,
  };
}
