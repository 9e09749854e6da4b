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

/**
 * A reader that takes nothing for so long is disconnected: browsers come back with a range, and the file is not held.
 */
const READER_SILENCE_MS = 60_000;

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * What Fastify does of uploads without Nest: it takes in the files of forms, and serves `GET` and `HEAD /uploads/:key`.
 * Stored media is streamed, with ranges and validators, and with headers by which a browser takes it for nothing but a
 * picture or a video (decisions, Media). It is open to everyone who knows the random key.
 */
export async function serveUploads(app: NestFastifyApplication, fastify: FastifyInstance): Promise<void> {
  const store = app.get<ObjectStore>(OBJECT_STORE);
  const pictures = app.get(SmallPictures);
  const errors = app.get(ErrorFilter);
  const arrivals: Arrivals = app.get(Arrivals);
  fastify.decorate('readForm', (request, fileField) => readForm(arrivals, request, fileField));
  app.get(RevokedSessions).onRevoked((sessionId) => arrivals.endSession(sessionId));
  const intake = app.get(MediaIntake);
  // After the last request, and before what the work still needs is closed.
  fastify.addHook('onClose', () => intake.settled());
  // For forms alone: other routes come before this one, or have no file.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (/^\s*multipart\//i.test(request.headers['content-type'] ?? ''))
      reply.raw.once('close', () => void request.upload?.discard());
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
  // An object never changes under its key, and neither does what is made from it.
  const etag = small ? `"${width}-${key}"` : `"${key}"`;
  reply.headers(HEADERS).header('etag', etag);
  // The picture itself stands in for a smaller one that could not be made: another time it may be.
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
  // The reader may have left while the store was asked.
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

/** Removed between two calls: what was said of it no longer holds. */
function gone(reply: FastifyReply): ApiError {
  for (const name of ['etag', 'content-length', 'content-range', 'content-disposition', 'accept-ranges'])
    reply.removeHeader(name);
  return new ApiError('not-found');
}
