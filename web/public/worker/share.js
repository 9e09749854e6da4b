// The share target: opens the form of a new poll with what another application shared. Its text goes into the address,
// its file into a cache.

const SHARED = 'inkling-shared';
const SHARED_FILE = '/shared-media';
/** Bytes of the largest media. */
const MEDIA_MAX = 25 * 1024 * 1024;
/** Characters of a question; the form would cut more, and the address could become too long for the server. */
const TEXT_MAX = 300;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

async function share(request) {
  const query = new URLSearchParams();
  try {
    const form = await request.formData();
    for (const name of ['title', 'text', 'url']) {
      const value = form.get(name);
      if (typeof value === 'string' && value.trim() !== '')
        query.set(name, value.slice(0, TEXT_MAX).replace(HALF_CHARACTER, ''));
    }
    const file = form.get('media');
    if (file instanceof File && file.size > 0) {
      if (file.size <= MEDIA_MAX) await keepFile(file);
      query.set('media', file.size <= MEDIA_MAX ? '1' : 'large');
    }
  } catch (_) {
    // The form opens anyway.
  }
  return Response.redirect('/create?' + query, 303);
}

async function keepFile(file) {
  const headers = {
    'content-type': file.type,
    'x-name': encodeURIComponent(file.name),
    'x-shared-at': String(Date.now()),
  };
  await (await caches.open(SHARED)).put(SHARED_FILE, new Response(file, { headers }));
}

/** The answer to a share, undefined for any other request. */
self.takeShare = ({ request }) =>
  request.method === 'POST' && new URL(request.url).pathname === '/share-target' && request.mode === 'navigate'
    ? share(request)
    : undefined;
