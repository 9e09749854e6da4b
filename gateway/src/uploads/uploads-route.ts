import { UPLOADS_PATH } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter } from '../http/error-filter.js';
import { JSON_TYPE } from '../http/route.js';
import { RevokedSessions } from '../session/revoked-sessions.js';
import { Arrivals } from './arrivals.js';
import { parseRange } from './byte-range.js';
import { readForm } from './form.js';
import { MediaIntake } from './media-intake.js';
import { contentTypeOf, keyOf } from './object-key.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';
import { SmallPictures, widthIn } from './small-pictures.js';

/** A reader that takes nothing for this time is disconnected. Browsers come back with a range. */
const READER_SILENCE_MS = 60_000;

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Receives the files of forms and serves `GET` and `HEAD /uploads/:key` (docs/product.md#media), without Nest's
 * pipeline. Stored media is streamed, with ranges and validators, and with headers that make browsers treat it only as
 * a picture or a video. Anyone who knows the random key may read it.
 */
export async function serveUploads(app: NestFastifyApplication, fastify: FastifyInstance): Promise<void> {
  const store = app.get<ObjectStore>(OBJECT_STORE);
  const pictures = app.get(SmallPictures);
  const errors = app.get(ErrorFilter);
  const arrivals: Arrivals = app.get(Arrivals);
  fastify.decorate('readForm', (request, fileFields) => readForm(arrivals, request, fileFields));
  app.get(RevokedSessions).onRevoked((sessionId) => arrivals.endSession(sessionId));
  const intake = app.get(MediaIntake);
  // Waits after the last request, before anything that the work needs is closed.
  fastify.addHook('onClose', () => intake.settled());
  // Only for forms: other routes are registered earlier or have no file.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (/^\s*multipart\//i.test(request.headers['content-type'] ?? ''))
      reply.raw.once('close', () => request.uploads?.forEach((file) => void file.discard()));
    done();
  });
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      errors.answer(error, request, reply.header('cache-control', 'no-store')),
    );
    scope.route<{ Params: { key: string } }>({
      method: ['GET', 'HEAD'],
      url: `${UPLOADS_PATH}:key`,
      handler: (request, reply) => serve(store, pictures, request.params.key, request, reply),
    });
  });
}

async function serve(
  store: ObjectStore,
  pictures: SmallPictures,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = keyOf(`${UPLOADS_PATH}${name}`);
  const found = key === undefined ? undefined : await store.head(key);
  if (key === undefined || !found) throw new ApiError('not-found');
  const width = widthIn(request.query);
  const small = width === undefined ? undefined : await pictures.find(key, width);
  // Neither an object nor a picture made from it ever changes under its key.
  const etag = small ? `"${width}-${key}"` : `"${key}"`;
  reply.headers(HEADERS).header('etag', etag);
  // Here the original replaces a smaller picture that could not be made now, so it is cached for a short time only.
  if (width !== undefined && !small) reply.header('cache-control', 'public, max-age=3600');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (small) {
    reply
      .header('content-type', contentTypeOf(key))
      .header('content-length', small.length)
      .removeHeader('accept-ranges');
    return request.method === 'HEAD' ? reply.send() : reply.send(small);
  }

  const wanted =
    request.method === 'GET' && (request.headers['if-range'] ?? etag) === etag ? request.headers.range : undefined;
  const range = parseRange(wanted, found.size);
  if (range === 'unsatisfiable') return refuseRange(reply, found.size);
  reply
    .header('content-type', contentTypeOf(key))
    .header('content-disposition', `inline; filename="inkling-${key.slice(0, 8)}${key.slice(key.lastIndexOf('.'))}"`);
  reply.header('content-length', range ? range.end - range.start + 1 : found.size);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`);
  if (request.method === 'HEAD') return reply.send();

  const stream = await store.read(key, range);
  if (!stream) throw gone(reply);
  reply.raw.setTimeout(READER_SILENCE_MS, () => reply.raw.destroy());
  // The reader may have disconnected during the call to the store.
  if (reply.raw.destroyed || request.raw.socket.destroyed) stream.destroy();
  return reply.send(stream);
}

/** `If-None-Match`: a list, `*`, and weak forms all count (RFC 9110). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));

function refuseRange(reply: FastifyReply, size: number): FastifyReply {
  const body = { message: 'The file has no such bytes.', code: 'invalid-request' };
  return reply
    .code(416)
    .header('content-range', `bytes */${size}`)
    .header('cache-control', 'no-store')
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(body));
}

/** The object was removed between two calls, so the headers that describe it go. */
function gone(reply: FastifyReply): ApiError {
  for (const name of ['etag', 'content-length', 'content-range', 'content-disposition', 'accept-ranges'])
    reply.removeHeader(name);
  return new ApiError('not-found');
}
