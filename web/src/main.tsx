import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/index.css';
import { App } from './app/app';
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
// A development server's files are not for keeping.
if (import.meta.env.PROD) startServiceWorker();
rememberDeepLink(location);
preloadRoute(location.pathname);
// A page's code is there by the time that its link is pressed.
for (const sign of ['pointerover', 'focusin', 'touchstart'] as const)
  document.addEventListener(
    sign,
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
      if (link) preloadRoute(link.pathname);
    },
    { passive: true },
  );

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
const app = createRoot(root);
// The language comes first, so that nobody sees one turn into another. Not a top-level await: pages import from this file's chunk.
void language.then(() =>
  app.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
