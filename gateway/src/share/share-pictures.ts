import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { LruCache, Semaphore } from '@inkling/platform';
import sharp from 'sharp';
import { contentTypeOf, keyOf } from '../uploads/object-key.js';
import { OBJECT_STORE, type ObjectStore } from '../uploads/object-store.js';

const CACHE_BYTES = 20 * 1024 * 1024;
const AT_ONCE = 2;
const WAITING_MAX = 40;
const QUALITY = 82;
/** The background of transparent pictures. */
const GROUND = '#FFFFFF';

/** Stored pictures in the sizes in which cards and embedded polls show them. */
@Injectable()
export class SharePictures {
  readonly #semaphore = new Semaphore(AT_ONCE, WAITING_MAX);
  readonly #cache = new LruCache<string, string | undefined>(CACHE_BYTES, (address) => address?.length ?? 0);

  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  /**
   * A picture that fills `width` by `height` pixels, as a data URL.
   * @param path of the picture
   * @returns undefined for null, videos, other sites' pictures, and pictures that do not exist
   * @throws ApiError `unavailable` if too many wait or the store does not answer
   */
  filling(path: string | null, width: number, height: number): Promise<string | undefined> {
    const key = path === null ? undefined : keyOf(path);
    if (key === undefined || !contentTypeOf(key).startsWith('image/')) return Promise.resolve(undefined);
    return this.#cache.load(`${key}/${width}x${height}`, () =>
      this.#semaphore.run(() => this.#make(key, width, height)),
    );
  }

  async #make(key: string, width: number, height: number): Promise<string | undefined> {
    const stream = await this.store.read(key);
    if (!stream) return undefined;
    const picture = sharp(await buffer(stream))
      .resize({ width, height, fit: 'cover' })
      .flatten({ background: GROUND });
    const jpeg = await picture.jpeg({ quality: QUALITY }).toBuffer();
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  }
}
