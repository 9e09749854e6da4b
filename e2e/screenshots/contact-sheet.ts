import { existsSync, globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PICTURES } from './cast';

const STYLE = `:root { color-scheme: light dark }
body { margin: 24px; font: 15px/22px system-ui, sans-serif; background: light-dark(#E6E8DE, #0F1115) }
h1 { font-size: 22px } h2 { font-size: 16px; margin: 32px 0 8px; position: sticky; top: 0; background: inherit }
section { background: inherit } div { display: flex; gap: 16px; align-items: start; overflow-x: auto }
img { display: block; height: 420px; border: 1px solid #8888; border-radius: 6px }`;
const LOOKS = ['phone', 'desktop', 'tablet', 'narrow'].flatMap((size) => [`${size}-light`, `${size}-dark`]);

/** Writes `index.html` beside the pictures: a row for each screen, with all of its pictures. */
export async function writeContactSheet(): Promise<void> {
  const screens = new Set(globSync('*/*.png', { cwd: PICTURES }).map((file) => basename(file, '.png')));
  const rows = [...screens].sort().map((screen) => {
    const files = LOOKS.map((look) => `${look}/${screen}.png`).filter((file) => existsSync(join(PICTURES, file)));
    const pictures = files.map((file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>`);
    return `<section><h2 id="${screen}">${screen}</h2><div>${pictures.join('')}</div></section>`;
  });
  const title = 'Inkling, every screen';
  await mkdir(PICTURES, { recursive: true });
  await writeFile(
    join(PICTURES, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>
<h1>${title}</h1>
${rows.join('\n')}
</html>
`,
  );
  console.log(`The pictures are in ${join(PICTURES, 'index.html')}`);
}
