import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  plugins: [react(), precompress(), preloadFonts()],
  resolve: { conditions: ['inkling-source', ...defaultClientConditions] },
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] } } },
  },
});
