// Caches the shell: the page and the files of the build, so that the application opens without a network. Answers of
// the API are never cached here, because the next account on this browser must not see them.

const SHELL_PREFIX = 'inkling-shell-';
/** Cache of hashed files outside the shell, such as fonts for other scripts. */
const FOUND = 'inkling-assets';
const FOUND_MAX = 60;
const PAGE = '/index.html';
/** Milliseconds to wait for a page before the shell's copy is used. */
const PATIENCE_MS = 4000;
/** Addresses of the server that are no pages of the application. */
const NOT_A_PAGE = /^\/(?:api|ws|uploads|health|metrics|embed|share|share-target)(?:\/|$)/;

/** A file is the same however it is compressed. */
const ANY = { ignoreVary: true };

const cacheName = () => SHELL_PREFIX + self.SHELL.version;

/** Caches every file of this build; fails, to be retried later, when the server already has another build. */
self.keepShell = async () => {
  const { version, files } = self.SHELL;
  if (version === '') return;
  const cache = await caches.open(cacheName());
  const missing = [];
  for (const file of files) if (!(await cache.match(file, ANY))) missing.push(file);
  const keep = async (file) => {
    // Names with a hash never change; the others are fetched again.
    const response = await fetch(file, {
      cache: file.startsWith('/assets/') ? 'default' : 'no-cache',
      credentials: 'same-origin',
    });
    if (!response.ok || response.redirected) throw new Error(file + ': ' + response.status);
    if (file === PAGE) await checkPage(response.clone());
    await cache.put(file, response);
  };
  // A few at a time, because the open page comes first.
  const next = async () => {
    for (let file = missing.shift(); file; file = missing.shift()) await keep(file);
  };
  await Promise.all([next(), next(), next(), next()]);
};

/** A page that names code of another build could not start from this cache. */
async function checkPage(response) {
  const named = (await response.text()).match(/\/assets\/[\w.-]+\.js/g) || [];
  const strange = named.find((file) => !self.SHELL.files.includes(file));
  if (strange) throw new Error('the page belongs to another build: ' + strange);
}

/** Keeps this shell and the one before, whose pages may still be open and need their files. */
self.dropOldShells = async () => {
  if (self.registration.navigationPreload) await self.registration.navigationPreload.enable();
  const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX) && name !== cacheName());
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
};

/** The server's page, or the cached one when there is no network, no answer in time, or the server is down. */
async function page(event) {
  const cache = await caches.open(cacheName());
  const kept = await cache.match(PAGE, ANY);
  const fresh = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded || fetch(event.request));
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([fresh.catch(() => undefined), late]);
  fresh.catch(() => undefined);
  return answer && ![502, 503, 504].includes(answer.status) ? answer : kept;
}

/** A name with a hash identifies the content, so any cached copy is right, even one of an older build. */
async function asset(request) {
  const kept = await caches.match(request.url, ANY);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    const found = await caches.open(FOUND);
    // A full disk must not cost the page its file.
    found
      .put(request.url, copy)
      .then(() => trim(found))
      .catch(() => undefined);
  }
  return response;
}

async function trim(found) {
  const keys = await found.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - FOUND_MAX)).map((key) => found.delete(key)));
}

/** A file of the shell with a fixed name: from the server, else from the cache. */
async function plain(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(cacheName())).match(path, ANY);
    if (kept) return kept;
    throw error;
  }
}

/** The answer to a request that the shell handles, undefined for all others. */
self.answerFromShell = (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || self.SHELL.version === '') return undefined;
  if (request.mode === 'navigate')
    return NOT_A_PAGE.test(pathname) || /\.\w{1,12}$/.test(pathname) ? undefined : page(event);
  // Range requests go to the network.
  if (request.headers.has('range')) return undefined;
  if (pathname.startsWith('/assets/')) return asset(request);
  return self.SHELL.files.includes(pathname) ? plain(request, pathname) : undefined;
};
