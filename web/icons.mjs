import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

// Draws the pixel icons from favicon.svg. Run `node web/icons.mjs` after changing the logo.

const folder = join(import.meta.dirname, 'public');
const INK = '#14171C';
const mark = await readFile(join(folder, 'favicon.svg'), 'utf8');
const strokes = /<g transform="translate\(6 8\)">.*<\/g>(?=<\/svg>)/s.exec(mark)?.[0];
if (!strokes) throw new Error('favicon.svg is not drawn as expected');

/**
 * The mark on a ground that fills the square, since the system cuts the shape; `room` is the share that the mark takes.
 */
const square = (room, ground, drawing = strokes) => {
  const scale = (48 * room) / 36;
  const shift = (48 - 36 * scale) / 2;
  const inner = drawing.replace('translate(6 8)', `translate(${shift} ${(48 - 32 * scale) / 2}) scale(${scale})`);
  const square = `<rect width="48" height="48" fill="${ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${square}${inner}</svg>`;
};

const draw = (svg, size, name) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ palette: true, colours: 64, compressionLevel: 9, effort: 10 })
    .toFile(join(folder, 'icons', name));

const badge = strokes.replaceAll('#DDF03C', '#fff');
await Promise.all([
  draw(mark, 192, 'icon-192.png'),
  draw(mark, 512, 'icon-512.png'),
  // Within the circle of 80 % that no mask cuts.
  draw(square(0.58, INK), 512, 'maskable-512.png'),
  draw(square(0.72, INK), 180, 'apple-touch-180.png'),
  // Android uses its opacity alone.
  draw(square(0.9, 'none', badge), 96, 'badge-96.png'),
]);
