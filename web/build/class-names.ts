import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** The class that `.isOpen` of `poll-card.module.css` has in the page: `poll-card-is-open`. */
export function className(local: string, file: string): string {
  const component = basename(file.replace(/\?.*$/, ''), '.module.css');
  return `${component}-${local.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Vite's `css` setting. */
export const cssModules = { modules: { generateScopedName: className } };

/** Local names and classes of a CSS module, for Jest and for prerendering, which run without the bundler. */
export function classesOf(css: string, file: string): Record<string, string> {
  const own = css.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|\{[^{}]*\}/g, ' ');
  return Object.fromEntries([...own.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => [name, className(name, file)]));
}

/**
 * Imports each class by its name instead of a map of all classes, so that the build writes `styles.title` as a string.
 * The bundler would then drop the module and its style sheet, so modules are marked as having side effects.
 */
export function namedClasses(): Plugin[] {
  return [
    {
      name: 'inkling-named-classes',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\.tsx?$/, code: '.module.css' },
        handler(code, id) {
          const named = code.replaceAll(/^import (\w+)(?= from '[^']+\.module\.css';$)/gm, 'import * as $1');
          if (/^import\s+\w[^'"]*['"][^'"]+\.module\.css['"]/m.test(named))
            throw new Error(`${id} imports a CSS module otherwise than "import styles from './x.module.css';"`);
          return { code: named, map: null };
        },
      },
    },
    {
      name: 'inkling-keep-class-styles',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}
