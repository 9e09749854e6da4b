import { IdText, type PollPreview } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter } from '../http/error-filter.js';
import { parse } from '../http/input.js';
import { JSON_TYPE } from '../http/route.js';
import { Cards, cardState } from './cards.js';
import { EmbedFonts } from './embed-fonts.js';
import { embedPage, embedPolicy, emptyEmbed, type EmbedExtras } from './embed-page.js';
import { oembed, OembedQuery, pollIdOf } from './oembed.js';
import { closedTags, pollTags } from './poll-tags.js';
import { SharePaths } from './share-paths.js';
import { authorOf, pictureOf, plain } from './shared-poll-text.js';
import { SharePictures } from './share-pictures.js';
import { SharedPolls, isClosed, type SharedPoll } from './shared-polls.js';

/** A person waits for the page, while the tags are only for programs. */
const TAGS_MS = 500;
const SHARED = 'public, max-age=300';
/** Every character of the fixed words and numbers in an embedded poll. */
const EMBED_WORDS =
  'Vote Open on Inkling Poll ended votes voters someone Quiz Choose up to Rank the options Decided by run-off ' +
  'First choices Sealed counted 0123456789%,.·@';
/** Size of an embedded poll's pictures in pixels, twice the size on the page. */
const PICTURE = { width: 1_020, height: 574 };
const AVATAR = 64;

/**
 * Serves what other sites show of a poll (docs/product.md#sharing): the share card at `/share/poll/{id}.png`,
 * `/embed/{id}` and `/api/oembed`. These routes are public and skip Nest's pipeline.
 * @returns a function for the tags of a poll's page, for `servePages`
 */
export async function serveShares(
  app: NestFastifyApplication,
  fastify: FastifyInstance,
  origin: string,
): Promise<(id: string) => Promise<string | undefined>> {
  const [polls, cards, errors]: [SharedPolls, Cards, ErrorFilter] = [
    app.get(SharedPolls),
    app.get(Cards),
    app.get(ErrorFilter),
  ];
  const [fonts, pictures]: [EmbedFonts, SharePictures] = [app.get(EmbedFonts), app.get(SharePictures)];
  const paths = new SharePaths(origin);
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      errors.answer(error, request, reply.header('cache-control', 'no-store')),
    );
    scope.get('/api/oembed', async (request, reply) => {
      const query = parse({ errors: [] }, OembedQuery, request.query);
      const poll = await polls.get(pollIdOf(query.url, paths));
      return reply
        .header('cache-control', SHARED)
        .header('content-type', JSON_TYPE)
        .send(JSON.stringify(oembed(poll, query, cardState(poll), paths)));
    });
    // nginx, where it serves the pages, puts these tags into a page's head.
    scope.get<{ Params: { id: string } }>('/share/poll/:id.html', async (request, reply) => {
      const tags = await tagsInTime(polls, paths, request.params.id);
      if (tags === undefined) throw new ApiError('not-found');
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(tags);
    });
    scope.get<{ Params: { file: string } }>('/share/poll/:file', (request, reply) =>
      sendCard(polls, cards, request, reply),
    );
    scope.get<{ Params: { id: string } }>('/embed/:id', (request, reply) =>
      sendEmbed({ polls, fonts, pictures, paths }, request.params.id, reply),
    );
  });
  return (text) => tagsInTime(polls, paths, text);
}

async function sendCard(
  polls: SharedPolls,
  cards: Cards,
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = IdText.safeParse(/^(\d+)\.png$/.exec(request.params.file)?.[1] ?? '');
  if (!id.success) throw new ApiError('not-found');
  const poll = await polls.get(id.data);
  const etag = `"${cardState(poll)}"`;
  const known =
    request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
  const card = known ? undefined : await cards.card(poll, request.ip);
  reply.header('cross-origin-resource-policy', 'cross-origin');
  if (card?.plain) return reply.header('cache-control', 'no-store').type('image/png').send(card.png);
  reply.header('etag', etag).header('cache-control', SHARED);
  return card ? reply.type('image/png').send(card.png) : reply.code(304).send();
}

/** Pictures and fonts of an embedded poll. Any that are unavailable are left out, because the words matter most. */
async function extrasOf(
  poll: PollPreview,
  { fonts, pictures }: Pick<EmbedParts, 'fonts' | 'pictures'>,
): Promise<EmbedExtras> {
  const texts = [authorOf(poll), `@${poll.user?.username ?? ''}`, ...poll.options.map((option) => option.text)].join(
    ' ',
  );
  const [rules, picture, avatar] = await Promise.allSettled([
    fonts.rules(plain(poll.question), `${plain(texts)} ${EMBED_WORDS}`),
    pictures.filling(pictureOf(poll), PICTURE.width, PICTURE.height),
    pictures.filling(poll.user?.profilePicture ?? null, AVATAR, AVATAR),
  ]);
  const valueOf = (result: PromiseSettledResult<string | undefined>) =>
    result.status === 'fulfilled' ? result.value : undefined;
  return { fonts: valueOf(rules), picture: valueOf(picture), avatar: valueOf(avatar) };
}

interface EmbedParts {
  readonly polls: SharedPolls;
  readonly fonts: EmbedFonts;
  readonly pictures: SharePictures;
  readonly paths: SharePaths;
}

/** Always answers with a page, because another site's page shows the answer. */
async function sendEmbed(
  { polls, fonts, pictures, paths }: EmbedParts,
  text: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = IdText.safeParse(text);
  const headers = {
    'content-security-policy': embedPolicy(),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'cross-origin',
  };
  reply.headers(headers).type('text/html; charset=utf-8');
  let poll: SharedPoll | undefined;
  try {
    poll = id.success ? await polls.find(id.data) : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return reply
      .code(error.status)
      .header('cache-control', 'no-store')
      .send(emptyEmbed('This poll cannot be shown right now.', paths));
  }
  if (!poll)
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .send(emptyEmbed('This poll is not here any more.', paths));
  if (isClosed(poll))
    return reply
      .code(403)
      .header('cache-control', 'no-store')
      .send(emptyEmbed('This poll is for the followers of its author.', paths));
  const extras = await extrasOf(poll, { fonts, pictures });
  return reply
    .header('cache-control', 'public, max-age=60')
    .header('content-security-policy', embedPolicy(extras))
    .send(embedPage(poll, paths, extras));
}

/** Undefined if there is no such poll, or polls does not answer in time. */
async function tagsInTime(polls: SharedPolls, paths: SharePaths, text: string): Promise<string | undefined> {
  const id = IdText.safeParse(text);
  if (!id.success) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TAGS_MS);
  });
  try {
    const poll = await Promise.race([polls.find(id.data), late]);
    if (!poll) return undefined;
    return isClosed(poll) ? closedTags(poll, paths) : pollTags(poll, cardState(poll), paths);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
