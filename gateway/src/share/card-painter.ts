import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { ApiError, WaitingLine } from '@inkling/platform';
import type { CardNode } from './card-layout.js';
import { BRAND_SUBSETS, WEIGHTS, type FontPart } from './card-fonts.js';
import type { CardDone, CardJob, PainterSetup } from './card-worker.js';
import { CARD_HEIGHT, CARD_WIDTH } from './share-paths.js';

const WAITING_MAX = 12;
const PATIENCE_MS = 5_000;
/** A thread with its fonts costs memory; it goes when nobody shares. */
const IDLE_MS = 60_000;
const HEAP_MB = 160;

// Compiled beside this file; in specs, which run on sources, Node takes the types out itself.
const WORKER = ['js', 'ts'].map((extension) => join(import.meta.dirname, `card-worker.${extension}`)).find((file) => existsSync(file))!;
const DISPLAY_SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const;

export interface Painted {
  readonly png: Buffer;
  /** Characters that no font had and no picture stands for. */
  readonly missing: string;
}

/** What a card is drawn from. */
export interface Drawing {
  readonly layout: CardNode;
  /** Fonts besides the brand's own. */
  readonly fonts: readonly FontPart[];
  /** Files of pictures by emoji. */
  readonly emoji: Readonly<Record<string, string>>;
}

// Each part of a font has a name of its own: satori looks for a missing glyph under the other names.
const named = (name: string, subset: string): string => (subset === 'latin' ? name : `${name} ${subset}`);
const SETUP: PainterSetup = {
  fonts: [
    ...BRAND_SUBSETS.flatMap((subset) => WEIGHTS.map((weight) => ({ name: named('Onest', subset), weight, file: `@fontsource/onest/files/onest-${subset}-${weight}-normal.woff` }))),
    ...DISPLAY_SUBSETS.map((subset) => ({ name: named('Familjen Grotesk', subset), weight: 700 as const, file: `@fontsource/familjen-grotesk/files/familjen-grotesk-${subset}-700-normal.woff` })),
  ],
  width: CARD_WIDTH,
  height: CARD_HEIGHT,
};

/** Draws cards one after the other in a thread of its own, which starts with the first card and ends when it is idle. */
@Injectable()
export class CardPainter {
  readonly #line = new WaitingLine(1, WAITING_MAX);
  #waiting = 0;
  #next = 0;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  /** @throws ApiError `unavailable` when too many cards wait or one takes too long; Error when it cannot be drawn */
  async paint(drawing: Drawing): Promise<Painted> {
    if (this.#closed || this.#waiting > WAITING_MAX) throw new ApiError('unavailable');
    this.#waiting += 1;
    try {
      return await this.#line.run(() => this.#paint(drawing));
    } finally {
      this.#waiting -= 1;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  async #paint(drawing: Drawing): Promise<Painted> {
    if (this.#closed) throw new ApiError('unavailable');
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    try {
      const { png, missing = '', failed } = await this.#ask(worker, drawing);
      if (!png) throw new Error(`A share card could not be drawn: ${failed ?? 'no picture'}`);
      return { png: Buffer.from(png.buffer, png.byteOffset, png.byteLength), missing };
    } finally {
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async #ask(worker: Worker, drawing: Drawing): Promise<CardDone> {
    const id = this.#next++;
    let timer: NodeJS.Timeout | undefined;
    let settle: (done: CardDone) => void = () => undefined;
    let away: (cause: unknown) => void = () => undefined;
    try {
      return await new Promise<CardDone>((resolve, reject) => {
        settle = (done) => {
          if (done.id === id) resolve(done);
        };
        away = (cause) => {
          void this.#end();
          reject(new ApiError('unavailable', { cause }));
        };
        timer = setTimeout(() => away('out of time'), PATIENCE_MS);
        worker.on('message', settle).once('error', away).once('exit', away);
        worker.postMessage({ id, ...drawing } satisfies CardJob);
      });
    } finally {
      clearTimeout(timer);
      worker.off('message', settle).off('error', away).off('exit', away);
    }
  }

  #start(): Worker {
    // Without the environment's secrets; what the libraries print is nobody's business.
    const worker = new Worker(WORKER, { workerData: SETUP, env: {}, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    // One that ends by itself, out of memory among others, is replaced for the next card.
    const gone = (): void => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker.on('error', gone).on('exit', gone);
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
