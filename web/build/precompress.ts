import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses one while a browser
 * waits.
 */
export function precompress(): Plugin {
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
      const files = entries.filter(
        (entry) => entry.isFile() && /\.(js|css|html|svg|json|txt|webmanifest)$/.test(entry.name),
      );
      await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const raw = await readFile(path);
          // A smaller file fits one packet anyway.
          if (raw.length < 1024) return;
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
          await writeFile(`${path}.br`, await brotli(raw, quality));
          await writeFile(`${path}.gz`, await zip(raw, { level: 9 }));
        }),
      );
    },
  };
}
