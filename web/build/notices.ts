import type { Plugin } from 'vite';
import { isCompatible, noticesOf, renderNotices } from '../../infra/licenses/notices.mts';

/** Writes /licenses.txt: every package with code or fonts in the build, with its licence. */
export function notices(): Plugin {
  let root = '';
  return {
    name: 'inkling-notices',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      // Modules that were shaken out entirely need no notice. Fonts come through style sheets, as assets.
      const files = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? part.moduleIds : part.originalFileNames,
      );
      const found = noticesOf(files, root);
      const refused = found.filter(({ license, texts }) => !isCompatible(license) || texts.length === 0);
      if (refused.length > 0) {
        throw new Error(
          `Licences to look at: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`,
        );
      }
      const source = renderNotices(found, 'The web application');
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}
