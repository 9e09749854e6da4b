import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

/** Scripts of `public/` that run before the first paint, in this order. */
const START = ['theme.js', 'early.js', 'launch.js'];
const TAG = (name: string) => new RegExp(`<script src="/${name.replace('.', '\\.')}"></script>\\s*`);

/**
 * Puts the scripts that run before the first paint into one file with a hash in its name, which no later visit has to
 * ask for.
 */
export function startScript(): Plugin {
  let sources = '';
  return {
    name: 'inkling-start-script',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      sources = config.publicDir;
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      const html = String(page.source);
      const missing = START.find((name) => !TAG(name).test(html));
      if (missing) throw new Error(`index.html does not load /${missing}`);
      const parts = await Promise.all(START.map((name) => readFile(join(sources, name), 'utf8')));
      const { code, errors } = await minify('start.js', parts.join('\n'));
      if (errors.length > 0) throw new Error(`the scripts before the first paint: ${errors[0]?.message}`);
      const file = this.getFileName(this.emitFile({ type: 'asset', name: 'start.js', source: code }));
      const [first = '', ...others] = START;
      page.source = others
        .reduce((text, name) => text.replace(TAG(name), ''), html)
        .replace(TAG(first), `<script src="/${file}"></script>\n    `);
    },
  };
}
