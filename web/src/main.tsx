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
// Prefetches the code of pages, so that it is there when a link is pressed.
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
 * Milliseconds that the page file's outline stays for the first data; the page's own placeholders would look the same.
 */
const READS_MS = 2_000;
/** Milliseconds for the first screen and its pictures before the worker fetches the whole shell. */
const WORKER_MS = 1_000;
const outlined = document.documentElement.dataset.first === 'shell' && root.hasChildNodes();
const reads = outlined
  ? Promise.race([firstReads(location.pathname), new Promise((done) => setTimeout(done, READS_MS))])
  : undefined;

// Waits for the language, so that nobody sees it change, and for the page's code, until which its outline stays. Not a
// top-level await: pages import from this file's chunk.
void Promise.all([language, code, reads]).then(() => {
  // As a transition, so that the browser can answer a press in between.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  // A development server's files must not be cached.
  if (import.meta.env.PROD) setTimeout(startServiceWorker, WORKER_MS);
});
