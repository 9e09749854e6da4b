import { QUESTION_MAX } from '@inkling/contracts';
import type { FastifyInstance } from 'fastify';
import { readOrRenew } from '../session/renewal.js';
import type { Sessions } from '../session/sessions.js';

/** Where the manifest's `share_target` sends what another application shares. */
const SHARE_TARGET = '/share-target';
/**
 * What of it goes into the address of the form. More than a question holds would make an address that is too long for
 * servers.
 */
const FIELDS = ['title', 'text', 'url'];
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** Bytes of a share without a session: its words and the form around them. */
const STRANGER_BYTES_MAX = 64 * 1024;

/**
 * A share that reached the server: the service worker, which keeps the file as well, was not there. The text goes on to
 * the form of a new poll; a file cannot, so the form is told that there was one.
 */
export function serveShareTarget(fastify: FastifyInstance, sessions: Sessions): void {
  fastify.post(SHARE_TARGET, async (request, reply) => {
    const viewer = await readOrRenew(sessions, request, reply).catch(() => undefined);
    if (viewer) request.viewer = viewer;
    const bytes = Number(request.headers['content-length'] ?? Infinity);
    // The body is not read, because the form opens only after signing in.
    if (!viewer && !(bytes <= STRANGER_BYTES_MAX)) {
      return reply
        .header('cache-control', 'no-store')
        .header('connection', 'close')
        .redirect('/create?media=missed', 303);
    }
    // Broken or too large: the form opens all the same, as it does in the worker.
    const form = await request.server.readForm(request, 'media').catch(() => ({}) as Record<string, unknown>);
    const query = new URLSearchParams();
    for (const name of FIELDS) {
      const value = form[name];
      if (typeof value === 'string' && value.trim() !== '')
        query.set(name, value.slice(0, QUESTION_MAX).replace(HALF_CHARACTER, ''));
    }
    if (request.upload) {
      query.set('media', 'missed');
      await request.upload.discard();
      request.upload = undefined;
    }
    return reply.header('cache-control', 'no-store').redirect(`/create?${query.toString()}`, 303);
  });
}
