import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOOKS, type Look } from './looks.mts';

const STYLE = `:root { color-scheme: light dark } body { margin: 24px; font: 15px/22px system-ui, sans-serif; background: light-dark(#E6E8DE, #0F1115) }
h1 { font-size: 22px } h2 { font-size: 16px; margin: 32px 0 8px; position: sticky; top: 0; padding: 8px 0; background: inherit }
section { background: inherit } div { display: flex; gap: 16px; align-items: start; overflow-x: auto } img { display: block; height: 420px; border: 1px solid #8888; border-radius: 6px }`;

/**
 * Writes index.html, which shows every picture that there is, a screen to a row.
 * @param folder of the pictures
 * @param screens their names, in order
 */
export async function writeContactSheet(folder: string, screens: string[]) {
  const picture = (screen: string, look: Look) => {
    const file = `${look.name}/${screen}.png`;
    return existsSync(join(folder, file))
      ? `<a href="${file}"><img loading="lazy" src="${file}" alt="${screen}, ${look.name}"></a>`
      : '';
  };
  const rows = screens
    .map((screen) => ({ screen, pictures: LOOKS.map((look) => picture(screen, look)).join('') }))
    .filter(({ pictures }) => pictures !== '');
  const body = rows
    .map(({ screen, pictures }) => `<section><h2 id="${screen}">${screen}</h2><div>${pictures}</div></section>`)
    .join('\n');
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Inkling, every screen</title><style>${STYLE}</style><h1>Inkling, every screen</h1>\n${body}\n</html>\n`,
  );
}
