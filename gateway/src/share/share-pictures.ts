import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '@inkling/platform';
import sharp from 'sharp';
import { contentTypeOf, keyOf } from '../uploads/object-key.js';
import { OBJECT_STORE, type ObjectStore } from '../uploads/object-store.js';
import { Lru } from './lru.js';

const CACHE_BYTES = 20 * 1024 * 1024;
const AT_ONCE = 2;
const WAITING_MAX = 40;
const QUALITY = 82;
/** The background of transparent pictures. */
const GROUND = '#FFFFFF';

/** Stored pictures in the sizes in which cards and embedded polls show them. */
@Injectable()
export class SharePictures {
  readonly #line = new Semaphore(AT_ONCE, WAITING_MAX);
  readonly #kept = new Lru<string>(CACHE_BYTES);
  readonly #underWay = new Map<string, Promise<string | undefined>>();

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
    const name = `${key}/${width}x${height}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return Promise.resolve(kept);
    const known = this.#underWay.get(name);
    if (known) return known;
    const making = this.#line
      .run(() => this.#make(key, name, width, height))
      .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, making);
    return making;
  }

  async #make(key: string, name: string, width: number, height: number): Promise<string | undefined> {
    const stream = await this.store.read(key);
    if (!stream) return undefined;
    const picture = sharp(await buffer(stream))
      .resize({ width, height, fit: 'cover' })
      .flatten({ background: GROUND });
    const jpeg = await picture.jpeg({ quality: QUALITY }).toBuffer();
    const address = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    this.#kept.set(name, address, address.length);
    return address;
  }
}
