import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { cssModules, namedClasses } from './build/class-names';
import { limitFontWeights } from './build/limit-font-weights';
import { notices } from './build/notices';
import { pageFiles } from './build/page-files';
import { precompress } from './build/precompress';
import { preloadFonts } from './build/preload-fonts';
import { shellList } from './build/shell-list';
import { startScript } from './build/start-script';

const gateway = `http://127.0.0.1:${process.env.GATEWAY_PORT ?? '8080'}`;

/** Modules that nearly every page uses. */
const COMMON = new RegExp(
  [
    String.raw`[\\/]src[\\/]components[\\/]ui[\\/](?:avatar|button|empty|field|icon|load-failed|logo)\.tsx$`,
    String.raw`[\\/]src[\\/]components[\\/]ui[\\/](?:placeholder-link|spinner|tally|theme-switch)\.tsx$`,
    String.raw`[\\/]src[\\/]lib[\\/](?:clipboard|i18n[\\/]filled|page-title|relative-time)\.tsx?$`,
    String.raw`[\\/]src[\\/]lib[\\/](?:server-config|time|user)\.tsx?$`,
    String.raw`[\\/]react-query[\\/].*useMutation`,
  ].join('|'),
);
/**
 * Modules that every page for signed-in users loads, the cards that most of them show, and the page where they arrive.
 */
const INSIDE = new RegExp(
  [
    String.raw`[\\/]src[\\/]app[\\/]shell[\\/]shell\.tsx$`,
    String.raw`[\\/]src[\\/]features[\\/]feed[\\/]home-page\.tsx$`,
    String.raw`[\\/]src[\\/]features[\\/]polls[\\/]components[\\/](?:poll-list|poll-card)\.tsx$`,
    String.raw`[\\/]src[\\/]features[\\/]polls[\\/]components[\\/](?:trending-panel|pull-to-refresh)\.tsx$`,
    String.raw`[\\/]src[\\/]components[\\/](?:person-menu[\\/]person-menu|ui[\\/]person-link)\.tsx$`,
    String.raw`[\\/]src[\\/]lib[\\/]viewed-profiles\.ts$`,
  ].join('|'),
);

/**
 * Ballots of special kinds: one file, as the first chunk names every file. Their strings are also asked for at once.
 */
const BALLOTS = new RegExp(String.raw`[\\/]src[\\/]features[\\/]polls[\\/]ballots[\\/](?!strings)`);

/** Modules of a few hundred bytes that some pages share: one file, as the first chunk names every file. */
const SMALL = new RegExp(
  [
    String.raw`[\\/]src[\\/]components[\\/]ui[\\/](?:ballot-option|use-field-problem)\.tsx?$`,
    String.raw`[\\/]src[\\/]components[\\/](?:report[\\/]flag-icon|passkeys[\\/]key-mark)\.tsx$`,
    String.raw`[\\/]src[\\/]components[\\/]ui[\\/]ballot-option\.module\.css$`,
    String.raw`[\\/]src[\\/]lib[\\/]save-file\.ts$`,
  ].join('|'),
);

export default defineConfig({
  plugins: [
    react(),
    namedClasses(),
    startScript(),
    pageFiles(),
    shellList(),
    notices(),
    limitFontWeights(),
    precompress(),
    preloadFonts(),
  ],
  css: cssModules,
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
            { name: 'ballots', test: BALLOTS, priority: 7 },
            { name: 'small', test: SMALL, minShareCount: 2, priority: 5 },
          ],
        },
      },
    },
  },
});
