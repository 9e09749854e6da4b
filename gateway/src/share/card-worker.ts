// Runs in a thread of its own (see card-painter.ts) and imports no file of the package: in tests it is started from its source.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';

/** Fonts by name, weight and file, as a module path; the rest of what a thread needs comes with each card. */
export interface PainterSetup {
  readonly fonts: readonly { readonly name: string; readonly weight: 500 | 700; readonly file: string }[];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}
export interface CardJob {
  readonly id: number;
  readonly layout: object;
}
export interface CardDone {
  readonly id: number;
  readonly png?: Uint8Array;
  readonly failed?: string;
}

const { fonts: files, width, height } = workerData as PainterSetup;
const require = createRequire(import.meta.url);
// One list for all cards: satori remembers the parsed fonts of a list.
const fonts = files.map(({ name, weight, file }) => ({ name, weight, style: 'normal' as const, data: readFileSync(require.resolve(file)) }));

async function paint(layout: object): Promise<Uint8Array> {
  // Nothing is fetched for a character that the fonts lack.
  const svg = await satori(layout as Parameters<typeof satori>[0], { width, height, fonts, loadAdditionalAsset: () => Promise.resolve([]) });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

parentPort?.on('message', ({ id, layout }: CardJob) => {
  paint(layout).then(
    (png) => parentPort?.postMessage({ id, png } satisfies CardDone),
    (error: unknown) => parentPort?.postMessage({ id, failed: error instanceof Error ? error.message : String(error) } satisfies CardDone),
  );
});
