import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, defaultClientConditions, minify, type Plugin, type Rolldown } from 'vite';

/** Built from this module; the page loads it as a classic script of this name. */
const EARLY_ENTRY = 'src/early/main.ts';
const EARLY = 'early.js';
/** Scripts that run before the first paint, in this order; all but `early.js` lie in `public/`. */
const START = ['theme.js', EARLY, 'launch.js'];
const TAG = (name: string) => new RegExp(`<script src="/${name.replace('.', '\\.')}" ?></script>\\s*`);

/** The script that requests the first data, from the sources that the application shares with it. */
async function earlyScript(root: string, target: string[] | undefined): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { conditions: ['inkling-source', ...defaultClientConditions] },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target,
      rolldownOptions: {
        input: join(root, EARLY_ENTRY),
        optimization: { inlineConst: true },
        output: { format: 'iife' },
      },
    },
  });
  const [chunk] = (result as Rolldown.RolldownOutput).output;
  return chunk.code;
}

/**
 * Puts the scripts that run before the first paint into one file with a hash in its name, which no later visit has to
 * ask for. The development server builds `early.js` whenever a page loads it.
 */
export function startScript(): Plugin {
  let publicDir = '';
  let early: () => Promise<string>;
  return {
    name: 'inkling-start-script',
    enforce: 'post',
    configResolved({ publicDir: folder, root, build: { target } }) {
      publicDir = folder;
      early = () => earlyScript(root, target ? [target].flat() : undefined);
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${EARLY}`, (_request, response, next) => {
        early().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next);
      });
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      const html = String(page.source);
      const missing = START.find((name) => !TAG(name).test(html));
      if (missing) throw new Error(`index.html does not load /${missing}`);
      const parts = START.map((name) => (name === EARLY ? early() : readFile(join(publicDir, name), 'utf8')));
      const { code, errors } = await minify('start.js', (await Promise.all(parts)).join('\n'));
      if (errors.length > 0) throw new Error(`the scripts before the first paint: ${errors[0]?.message}`);
      const file = this.getFileName(this.emitFile({ type: 'asset', name: 'start.js', source: code }));
      const [first = '', ...others] = START;
      page.source = others
        .reduce((text, name) => text.replace(TAG(name), ''), html)
        .replace(TAG(first), `<script src="/${file}"></script>\n    `);
    },
  };
}
