import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { firstFrames, pageFiles, startScript } from './build/page-files';

const gateway = `http://127.0.0.1:${process.env.GATEWAY_PORT ?? '8080'}`;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses one while a browser waits. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  let folder = '';
  return {
    name: 'inkling-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && /\.(js|css|html|svg|json|txt|webmanifest)$/.test(entry.name));
      await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const raw = await readFile(path);
          // A smaller answer fits one packet anyway.
          if (raw.length < 1024) return;
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
          await writeFile(`${path}.br`, await brotli(raw, quality));
          await writeFile(`${path}.gz`, await zip(raw, { level: 9 }));
        }),
      );
    },
  };
}

/** Preloads the two Latin fonts that every page needs, which otherwise wait for the style sheet. */
function preloadFonts(): Plugin {
  return {
    name: 'inkling-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) => /(onest|familjen-grotesk)-latin-wght-normal[^/]*\.woff2$/.test(name));
        return fonts.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** Files of `public/` that belong to the shell. */
const SHELL_FILES = ['/favicon.svg', '/manifest.webmanifest', '/icons/icon-192.png'];
/** Only the letters that every page needs; others are kept once a page has asked for them. */
const SHELL_FONTS = /(onest|familjen-grotesk)-latin-wght-normal[^/]*\.woff2$/;

/** Tells the service worker which files make up the shell: all code but what only works with Google, which needs the network anyway. */
function shellList(): Plugin {
  let folder = '';
  return {
    name: 'inkling-shell-list',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const parts = Object.values(bundle).filter(({ fileName, ...part }) =>
        part.type === 'chunk' ? !part.moduleIds.some((id) => /node_modules[\\/]@?firebase[\\/]/.test(id)) : /\.css$|\/start-[^/]*\.js$/.test(fileName) || SHELL_FONTS.test(fileName),
      );
      const files = ['/index.html', ...SHELL_FILES, ...parts.map(({ fileName }) => `/${fileName}`).sort()];
      const version = createHash('sha256');
      for (const file of files) version.update(file).update(await readFile(join(folder, file)));
      const worker = join(folder, 'sw.js');
      const source = await readFile(worker, 'utf8');
      const list = JSON.stringify({ version: version.digest('hex').slice(0, 12), files });
      const filled = source.replace(/\/\* shell \*\/ .*;/, `${list};`);
      if (filled === source) throw new Error('public/sw.js has no place for the list of the shell');
      await writeFile(worker, filled);
    },
  };
}

/** What nearly every page shows. */
const COMMON = /[\\/]src[\\/](components[\\/]ui[\\/](avatar|button|empty|field|icon|load-failed|logo|placeholder-link|spinner|tally|theme-switch)\.tsx|lib[\\/](clipboard|i18n[\\/]filled|page-title|relative-time|server-config|time|user)\.tsx?)$|[\\/]react-query[\\/].*useMutation/;
/** What every page of someone signed in shows, the cards that most of them do, and the page where they arrive. */
const INSIDE = /[\\/]src[\\/](app[\\/]shell[\\/]shell|features[\\/](feed[\\/]home-page|polls[\\/]components[\\/](poll-list|poll-card|trending-panel|pull-to-refresh)))\.tsx$|[\\/]src[\\/]lib[\\/]viewed-profiles\.ts$/;

const routerBuild = fileURLToPath(new URL('../production/', import.meta.resolve('react-router')));

export default defineConfig(({ command }) => ({
  plugins: [react(), startScript(), firstFrames(), shellList(), pageFiles(), precompress(), preloadFonts()],
  resolve: {
    conditions: ['inkling-source', ...defaultClientConditions],
    // Its exports lead browsers to the development build, with its warnings.
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: join(routerBuild, 'index.mjs') },
            { find: /^react-router\/dom$/, replacement: join(routerBuild, 'dom-export.mjs') },
          ]
        : [],
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
    // The content security policy has no data: for fonts.
    assetsInlineLimit: 0,
    // light-dark() stays as written: a section flips its tokens with `color-scheme`, which no fallback can express.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // Without groups each piece that two pages share is a file of its own, and a page waits for dozens of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 40 },
            { name: 'core', tags: ['$initial'], priority: 30 },
            { name: 'core', test: COMMON, minShareCount: 2, priority: 30 },
            { name: 'inside', test: INSIDE, priority: 10 },
          ],
        },
      },
    },
  },
}));
