// Runs in a separate thread (see card-painter.ts). It imports no file of the package, because specs start it from
// source.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import subsetFont from 'subset-font';

type Weight = 500 | 700;

/** The brand's fonts, each with its module path. Everything else comes with each card. */
export interface PainterSetup {
  readonly fonts: readonly { readonly name: string; readonly weight: Weight; readonly file: string }[];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}
export interface CardJob {
  readonly id: number;
  readonly layout: object;
  /** As high as its content. */
  readonly tall?: true;
  /** Parts of variable fonts that this card needs in addition. */
  readonly fonts: readonly {
    readonly name: string;
    readonly weight: Weight;
    readonly file: string;
    readonly characters: string;
  }[];
  /** Module paths of pictures, by emoji. */
  readonly emoji: Readonly<Record<string, string>>;
}
export interface CardDone {
  readonly id: number;
  readonly png?: Uint8Array;
  /** Characters that no font has. */
  readonly missing?: string;
  readonly failed?: string;
}

const { fonts: files, width, height } = workerData as PainterSetup;
const require = createRequire(import.meta.url);
const read = (file: string): Buffer => readFileSync(require.resolve(file));
// Cards without further fonts share one list, because satori caches the parsed fonts of a list.
const brand: Font[] = files.map(({ name, weight, file }) => ({ name, weight, style: 'normal', data: read(file) }));

async function partOf({ name, weight, file, characters }: CardJob['fonts'][number]): Promise<Font> {
  const data = await subsetFont(read(file), characters, { targetFormat: 'truetype', variationAxes: { wght: weight } });
  return { name, weight, style: 'normal', data };
}

const picture = (file: string): string => `data:image/svg+xml;base64,${read(file).toString('base64')}`;

async function paint({ layout, tall, fonts: parts, emoji }: CardJob): Promise<{ png: Uint8Array; missing: string }> {
  const fonts = parts.length === 0 ? brand : [...brand, ...(await Promise.all(parts.map(partOf)))];
  let missing = '';
  // Satori calls this for each emoji and for characters that the fonts lack. Nothing is fetched for those.
  const loadAdditionalAsset = (_language: string, segment: string): Promise<string | Font[]> => {
    const file = emoji[segment];
    if (file !== undefined) return Promise.resolve(picture(file));
    missing += segment;
    return Promise.resolve([]);
  };
  const size = tall ? { width } : { width, height };
  const svg = await satori(layout as Parameters<typeof satori>[0], { ...size, fonts, loadAdditionalAsset });
  return { png: new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng(), missing };
}

parentPort?.on('message', (job: CardJob) => {
  const { id } = job;
  paint(job).then(
    ({ png, missing }) => parentPort?.postMessage({ id, png, missing } satisfies CardDone),
    (error: unknown) =>
      parentPort?.postMessage({
        id,
        failed: error instanceof Error ? error.message : String(error),
      } satisfies CardDone),
  );
});
