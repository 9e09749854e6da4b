import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { stylesIn } from './page-html';
import { COMMON_FONTS } from './preload-fonts';

/** Files of `public/` that belong to the shell. */
const SHELL_FILES = ['/favicon.svg', '/manifest.webmanifest', '/icons/icon-192.png'];

/** Lists the files of the shell for the service worker: all code except Firebase's, which needs the network anyway. */
export function shellList(): Plugin {
  let folder = '';
  return {
    name: 'inkling-shell-list',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      // The style sheet of index.html is inlined in it, and no page requests it again.
      const inlined = stylesIn(await readFile(join(folder, 'index.html'), 'utf8'));
      const parts = Object.values(bundle).filter(({ fileName, ...part }) =>
        part.type === 'chunk'
          ? !part.moduleIds.some((id) => /node_modules[\\/]@?firebase[\\/]/.test(id))
          : (/\.css$|\/start-[^/]*\.js$/.test(fileName) && !inlined.has(fileName)) || COMMON_FONTS.test(fileName),
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
