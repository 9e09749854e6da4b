import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '@inkling/platform';
import { parseRange } from '../uploads/byte-range.js';
import type { ObjectStore } from '../uploads/object-store.js';

/** A reader that takes nothing for this time is disconnected. Browsers come back with a range. */
const READER_SILENCE_MS = 60_000;

/**
 * Streams the file of an export, or the range of it that is asked for, without any caching.
 * @throws ApiError `export-not-found`; `invalid-request` for a range that the file does not have
 */
export async function sendExport(
  store: ObjectStore,
  { key, requestedAt }: { readonly key: string; readonly requestedAt: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const found = await store.head(key);
  if (!found) throw new ApiError('export-not-found');
  const etag = `"${key}"`;
  const wanted = (request.headers['if-range'] ?? etag) === etag ? request.headers.range : undefined;
  const range = parseRange(wanted, found.size);
  if (range === 'unsatisfiable') throw new ApiError('invalid-request', { message: 'The file has no such bytes.' });
  const stream = await store.read(key, range);
  if (!stream) throw new ApiError('export-not-found');
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="inkling-${requestedAt.slice(0, 10)}.zip"`,
    'content-length': range ? range.end - range.start + 1 : found.size,
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    etag,
  });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`);
  reply.raw.setTimeout(READER_SILENCE_MS, () => reply.raw.destroy());
  // The reader may have disconnected during the call to the store.
  if (reply.raw.destroyed || request.raw.socket.destroyed) stream.destroy();
  await reply.send(stream);
}
