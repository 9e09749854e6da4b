import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { brandParts, type BrandFace } from './card-fonts.js';
import { Lru } from './lru.js';

const CACHE_BYTES = 5 * 1024 * 1024;
const require = createRequire(import.meta.url);
const kept = new Lru<Promise<string>>(CACHE_BYTES);

async function faceOf(family: string, file: string, characters: string): Promise<string> {
  const font = await subsetFont(await readFile(require.resolve(file)), characters, { targetFormat: 'woff2' });
  const points = [...characters].map((character) => `U+${character.codePointAt(0)!.toString(16)}`).join(',');
  const source = `url(data:font/woff2;base64,${font.toString('base64')}) format("woff2")`;
  return `@font-face{font-family:"${family}";font-weight:100 900;src:${source};unicode-range:${points}}`;
}

async function facesOf(family: string, face: BrandFace, text: string): Promise<string> {
  const rules = await Promise.all(brandParts(face, text).map(({ file, characters }) => faceOf(family, file, characters)));
  return rules.join('\n');
}

/**
 * The brand's fonts as rules of a style sheet, with the characters of the texts and no others: the page that embeds a poll
 * then asks this server for nothing else.
 * @param display in the display face @param rest in that of the interface
 */
export function embedFonts(display: string, rest: string): Promise<string> {
  const key = [...new Set(display)].sort().join('') + '\n' + [...new Set(rest)].sort().join('');
  const known = kept.get(key);
  if (known) return known;
  const making = Promise.all([facesOf('Familjen Grotesk', 'familjen-grotesk', display), facesOf('Onest', 'onest', rest)]).then((rules) => rules.join('\n'));
  kept.set(key, making, 20_000);
  making.catch(() => kept.delete(key));
  return making;
}
