import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** The class that `.isOpen` of `poll-card.module.css` has in the page: `poll-card-is-open`. */
export function className(local: string, file: string): string {
  const component = basename(file.replace(/\?.*$/, ''), '.module.css');
  return `${component}-${local.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Vite's `css` setting. */
export const cssModules = { modules: { generateScopedName: className } };

/** What importing a CSS module yields, for what runs without a bundler: each local class, as the page calls it. */
export function classesOf(css: string, file: string): Record<string, string> {
  const own = css.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|\{[^{}]*\}/g, ' ');
  return Object.fromEntries([...own.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => [name, className(name, file)]));
}

/**
 * Imports each class by its name instead of a map of all classes, so that the build writes `styles.title` as a string.
 * Nothing of such a module is then used any more, and without a side effect its style sheet would be left out.
 */
export function namedClasses(): Plugin[] {
  return [
    {
      name: 'inkling-named-classes',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\.tsx?$/, code: '.module.css' },
        handler: (code) => ({
          code: code.replaceAll(/^import (\w+)(?= from '[^']+\.module\.css';$)/gm, 'import * as $1'),
          map: null,
        }),
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
