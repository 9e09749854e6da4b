import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultServerConditions, runnerImport, type Plugin, type Rolldown } from 'vite';
import { classesOf } from './class-names';
import { withLaunch, withStyles } from './page-html';

const SHELL = 'src/app/shell/shell.tsx';

/** Pages with a file of their own, by its name: the modules that their addresses load lazily (src/app/router.tsx). */
const PAGES: Record<string, string[]> = {
  landing: ['src/features/landing/landing-page.tsx'],
  login: ['src/features/auth/login-page.tsx'],
  home: [SHELL, 'src/features/feed/home-page.tsx'],
  poll: [SHELL, 'src/app/routes/poll-route.tsx'],
  create: [SHELL, 'src/features/create/create-page.tsx'],
  search: [SHELL, 'src/features/search/search-page.tsx'],
  notifications: [SHELL, 'src/features/notifications/notifications-page.tsx'],
  profile: [SHELL, 'src/features/profile/profile-page.tsx'],
  settings: [SHELL, 'src/features/settings/settings-page.tsx'],
};

type Bundle = Rolldown.OutputBundle;
type Css = { viteMetadata?: { importedCss: Set<string> } };

/** The chunk of a module and all that it imports, dependencies first. */
function closure(bundle: Bundle, module: string, found = new Set<string>()): Set<string> {
  const facade = Object.values(bundle).find(
    (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(`/web/${module}`)),
  );
  if (!facade) throw new Error(`${module} is in no chunk: web/build/page-files.ts has an old name`);
  const walk = (name: string) => {
    const part = bundle[name];
    if (part?.type !== 'chunk' || found.has(name)) return;
    for (const imported of part.imports) walk(imported);
    found.add(name);
  };
  walk(facade.fileName);
  return found;
}

/** Links to the code and styles of a page that index.html does not name yet. */
function linksOf(bundle: Bundle, modules: string[], html: string): string {
  const chunks = new Set(modules.flatMap((module) => [...closure(bundle, module)]));
  const styles = new Set(
    [...chunks].flatMap((name) => [...((bundle[name] as Css | undefined)?.viteMetadata?.importedCss ?? [])]),
  );
  const missing = (names: Iterable<string>) => [...names].filter((name) => !html.includes(`/${name}"`));
  return [
    ...missing(styles).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...missing(chunks).map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ].join('\n    ');
}

/** The application's root element. */
const ROOT = '<div id="root"></div>';
const rootWith = (frames: string): string => ROOT.replace('><', `>${frames}<`);

/** Skips style sheets, which the build emits elsewhere; a CSS module still exports its class names. */
const withoutStyles: Plugin = {
  name: 'inkling-without-styles',
  enforce: 'pre',
  resolveId: (id, importer = '') => (id.endsWith('.css') ? `\0${join(dirname(importer), id)}.js` : undefined),
  async load(id) {
    const [, file = '', isModule] = /^\0(.*?(\.module)?\.css)\.js$/.exec(id) ?? [];
    if (!isModule) return file === '' ? undefined : '';
    return `export default ${JSON.stringify(classesOf(await readFile(file, 'utf8'), file))};`;
  },
};

/** Renders the outlines with React's own renderer; build/first-frames.tsx runs on Node. */
async function renderFrames(folder: string): Promise<(page: string) => string> {
  const { module } = await runnerImport<typeof import('./first-frames')>(join(folder, 'build/first-frames.tsx'), {
    root: folder,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [react(), withoutStyles],
    resolve: { conditions: ['inkling-source', ...defaultServerConditions] },
  });
  return module.firstFrames;
}

/**
 * Puts into index.html what the application shows first, so that a page can paint once its styles are there, before its
 * code; the application then replaces it. Also writes `pages/<name>.html`: the same page with the outline of one
 * address, which names that address's code and styles too, so that a browser fetches them together with the
 * application's own. A server may serve index.html for all of them.
 */
export function pageFiles(): Plugin {
  let source = '';
  let built = '';
  let framesOf: (page: string) => string;
  /** index.html before its styles and its start script are moved. */
  let html = '';
  const finished = (bundle: Bundle, page: string): string => withLaunch(withStyles(bundle, page));
  return {
    name: 'inkling-page-files',
    apply: 'build',
    configResolved(config) {
      source = config.root;
      built = resolve(config.root, config.build.outDir);
    },
    generateBundle: {
      // After Vite has put its own tags into the page.
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset' || !String(page.source).includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
        framesOf = await renderFrames(source);
        html = String(page.source).replace(ROOT, () => rootWith(framesOf('index')));
        page.source = finished(bundle, html);
      },
    },
    async writeBundle(_options, bundle) {
      await mkdir(join(built, 'pages'), { recursive: true });
      for (const [name, modules] of Object.entries(PAGES)) {
        const page = html
          .replace('</head>', `  ${linksOf(bundle, modules, html)}\n  </head>`)
          .replace(rootWith(framesOf('index')), () => rootWith(framesOf(name)));
        await writeFile(join(built, 'pages', `${name}.html`), finished(bundle, page));
      }
    },
  };
}
