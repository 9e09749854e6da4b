import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/index.css';
import { App } from './app/app';
import { rememberDeepLink } from './app/guards/deep-link';
import { preloadRoute } from './app/router';
import { setClientCheckCookie } from './lib/storage';
import { followSystemTheme } from './lib/theme';

setClientCheckCookie();
followSystemTheme();
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
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
