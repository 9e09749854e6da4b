import { QUESTION_MAX } from '@inkling/contracts';
import type { FastifyInstance } from 'fastify';
import { readOrRenew } from '../session/renewal.js';
import type { Sessions } from '../session/sessions.js';

/** The path of the manifest's `share_target`: what another application shares is posted to it. */
const SHARE_TARGET = '/share-target';
/** The fields that go into the form's address, each cut to a question's length: servers limit addresses. */
const FIELDS = ['title', 'text', 'url'];
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** The largest share without a session that is read, in bytes: its text and the form around it. */
const STRANGER_BYTES_MAX = 64 * 1024;

/**
 * Handles a share that reached the server because there was no service worker, which would have kept the file as well.
 * The text goes into the address of the form for a new poll. A file cannot, so the address says that there was one.
 */
export function serveShareTarget(fastify: FastifyInstance, sessions: Sessions): void {
  fastify.post(SHARE_TARGET, async (request, reply) => {
    const viewer = await readOrRenew(sessions, request, reply).catch(() => undefined);
    if (viewer) request.viewer = viewer;
    const bytes = Number(request.headers['content-length'] ?? Infinity);
    // The body is not read, because the form opens only after sign-in.
    if (!viewer && !(bytes <= STRANGER_BYTES_MAX)) {
      return reply
        .header('cache-control', 'no-store')
        .header('connection', 'close')
        .redirect('/create?media=missed', 303);
    }
    // If the form is broken or too large, the page opens all the same, as it does in the worker.
    const form = await request.server.readForm(request, ['media']).catch(() => ({}) as Record<string, unknown>);
    const query = new URLSearchParams();
    for (const name of FIELDS) {
      const value = form[name];
      if (typeof value === 'string' && value.trim() !== '')
        query.set(name, value.slice(0, QUESTION_MAX).replace(HALF_CHARACTER, ''));
    }
    const media = request.uploads?.get('media');
    if (media) {
      query.set('media', 'missed');
      await media.discard();
    }
    return reply.header('cache-control', 'no-store').redirect(`/create?${query.toString()}`, 303);
  });
}
