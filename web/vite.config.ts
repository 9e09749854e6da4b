import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { notices } from './build/notices';
import { pageFiles } from './build/page-files';
import { precompress } from './build/precompress';
import { preloadFonts } from './build/preload-fonts';
import { shellList } from './build/shell-list';
import { startScript } from './build/start-script';

const gateway = `http://127.0.0.1:${process.env.GATEWAY_PORT ?? '8080'}`;

/** Modules that nearly every page uses. */
const COMMON =
  /[\\/]src[\\/](components[\\/]ui[\\/](avatar|button|empty|field|icon|load-failed|logo|placeholder-link|spinner|tally|theme-switch)\.tsx|lib[\\/](clipboard|i18n[\\/]filled|page-title|relative-time|server-config|time|user)\.tsx?)$|[\\/]react-query[\\/].*useMutation/;
/**
 * Modules that every page for signed-in users loads, the cards that most of them show, and the page where they arrive.
 */
const INSIDE =
  /[\\/]src[\\/](app[\\/]shell[\\/]shell|features[\\/](feed[\\/]home-page|polls[\\/]components[\\/](poll-list|poll-card|trending-panel|pull-to-refresh)))\.tsx$|[\\/]src[\\/]lib[\\/]viewed-profiles\.ts$/;

export default defineConfig({
  plugins: [react(), startScript(), pageFiles(), shellList(), notices(), precompress(), preloadFonts()],
  resolve: {
    conditions: ['inkling-source', ...defaultClientConditions],
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': gateway,
      '/health': gateway,
      '/uploads': gateway,
      '/ws': { target: gateway, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // The content security policy allows no data: URLs for fonts.
    assetsInlineLimit: 0,
    // light-dark() stays as written: a section switches its tokens with `color-scheme`, which no fallback can express.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // Every browser of the target knows modulepreload.
    modulePreload: { polyfill: false },
    // Without groups each module shared by two pages becomes a file of its own, and a page waits for dozens of them.
    rolldownOptions: {
      // Constants such as the routes are written to where they are used, instead of into the first chunk.
      optimization: { inlineConst: true },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 40,
            },
            { name: 'core', tags: ['$initial'], priority: 30 },
            { name: 'core', test: COMMON, minShareCount: 2, priority: 30 },
            { name: 'inside', test: INSIDE, priority: 10 },
          ],
        },
      },
    },
  },
});
