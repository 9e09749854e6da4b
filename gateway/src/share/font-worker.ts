import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import subsetFont from 'subset-font';

/** Parts of variable fonts, and the characters that are needed of each. */
export interface FontJob {
  readonly faces: readonly { readonly family: string; readonly file: string; readonly characters: string }[];
}
export interface FontsDone {
  readonly id: number;
  /** Rules of a style sheet that contain the fonts. */
  readonly rules?: string;
  readonly failed?: string;
}

const require = createRequire(import.meta.url);

async function ruleOf({ family, file, characters }: FontJob['faces'][number]): Promise<string> {
  const font = await subsetFont(await readFile(require.resolve(file)), characters, { targetFormat: 'woff2' });
  const points = [...characters].map((character) => `U+${character.codePointAt(0)!.toString(16)}`).join(',');
  const source = `url(data:font/woff2;base64,${font.toString('base64')}) format("woff2")`;
  return `@font-face{font-family:"${family}";font-weight:100 900;src:${source};unicode-range:${points}}`;
}

parentPort?.on('message', ({ id, faces }: FontJob & { id: number }) => {
  Promise.all(faces.map(ruleOf)).then(
    (rules) => parentPort?.postMessage({ id, rules: rules.join('\n') } satisfies FontsDone),
    (error: unknown) =>
      parentPort?.postMessage({
        id,
        failed: error instanceof Error ? error.message : String(error),
      } satisfies FontsDone),
  );
});
