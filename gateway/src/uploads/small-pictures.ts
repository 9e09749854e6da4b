import { Inject, Injectable } from '@nestjs/common';
import { AVATAR_WIDTH, MEDIA_WIDTHS } from '@inkling/contracts';
import { LruCache, Semaphore } from '@inkling/platform';
import sharp from 'sharp';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';

/** Bytes of small pictures in the cache. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** What an entry without a picture counts. */
const NOTHING_BYTES = 64;
/** How many pictures are resized at once, and how many may wait; further requests get the original. */
const AT_ONCE = 1;
const WAITING = 8;
const PIXELS_MAX = 2_048 * 2_048;
const SECONDS_MAX = 5;

/** The width that a query asks for, if it is an offered one. */
export const widthIn = (query: unknown): number | undefined =>
  [AVATAR_WIDTH, ...MEDIA_WIDTHS].find((width) => (query as { w?: unknown } | undefined)?.w === String(width));

/**
 * Stored pictures in the few widths that phones need. They are made on request and cached in memory only, so that there
 * is nothing to remove with a poll and every stored picture has them.
 */
@Injectable()
export class SmallPictures {
  readonly #semaphore = new Semaphore(AT_ONCE, WAITING);
  /** `null` for a picture that would not get smaller. */
  readonly #cache = new LruCache<string, Buffer | null>(CACHE_BYTES, (bytes) => bytes?.length ?? NOTHING_BYTES);

  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  /** @returns undefined if the original has to be used: it is animated or small already, or too many requests wait */
  async find(key: string, width: number): Promise<Buffer | undefined> {
    if (!key.endsWith('.webp')) return undefined;
    const resize = () => this.#semaphore.run(() => this.#resize(key, width));
    return (await this.#cache.load(`${key} ${width}`, resize).catch(() => undefined)) ?? undefined;
  }

  async #resize(key: string, width: number): Promise<Buffer | null> {
    const stream = await this.store.read(key);
    if (!stream) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const original = Buffer.concat(chunks);
    const picture = sharp(original, { limitInputPixels: PIXELS_MAX });
    const { width: own, pages = 1 } = await picture.metadata();
    if (pages > 1 || own <= width) return null;
    const small = await picture
      .resize({ width })
      .webp({ quality: 80, effort: 4 })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer();
    return small.length < original.length ? small : null;
  }
}
