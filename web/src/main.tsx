import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/index.css';
import { App, firstReads } from './app/app';
import { rememberDeepLink } from './app/guards/deep-link';
import { preloadRoute } from './app/router';
import { startServiceWorker } from './lib/pwa/service-worker';
import { watchBuildFiles } from './lib/pwa/stale-build';
import { prepareAnnouncer } from './lib/announcer';
import { setClientCheckCookie } from './lib/storage';
import { startLanguage } from './lib/i18n/language';
import { followSystemTheme } from './lib/theme';

setClientCheckCookie();
followSystemTheme();
prepareAnnouncer();
const language = startLanguage();
watchBuildFiles();
rememberDeepLink(location);
const code = preloadRoute(location.pathname);
// A page's code is there by the time that its link is pressed.
for (const sign of ['pointerover', 'focusin', 'touchstart'] as const)
  document.addEventListener(
    sign,
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
      if (link) void preloadRoute(link.pathname);
    },
    { passive: true },
  );

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
const app = createRoot(root);
/**
 * Milliseconds that the outline of the page file, where there is one, stays for the first data; the page's own would be
 * the same.
 */
const READS_MS = 2_000;
/** Milliseconds that the first screen and its pictures have before the worker fetches the whole shell. */
const WORKER_MS = 1_000;
const outlined = document.documentElement.dataset.first === 'shell' && root.hasChildNodes();
const reads = outlined
  ? Promise.race([firstReads(location.pathname), new Promise((done) => setTimeout(done, READS_MS))])
  : undefined;

// The language comes first, so that nobody sees one turn into another, and the page's code, until which its outline
// stays. Not a top-level await: pages import from this file's chunk.
void Promise.all([language, code, reads]).then(() => {
  // In slices, between which a touch is answered.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  // A development server's files are not for keeping.
  if (import.meta.env.PROD) setTimeout(startServiceWorker, WORKER_MS);
});
