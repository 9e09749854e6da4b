import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { brandParts, type BrandFace } from './card-fonts.js';
import type { FontJob, FontsDone } from './font-worker.js';
import { LruCache } from '@inkling/platform';
import { ShareThread } from './share-thread.js';

const CACHE_BYTES = 5 * 1024 * 1024;
/** Pages that may wait for their fonts. Each takes about a tenth of a second, and a page also works without them. */
const WAITING_MAX = 8;

const facesOf = (family: string, face: BrandFace, text: string): FontJob['faces'] =>
  brandParts(face, text).map((part) => ({ family, ...part }));

const charactersOf = (text: string): string => [...new Set(text)].sort().join('');

/**
 * The brand's fonts for embedded polls. They are made in a separate thread, because a few strangers' requests would
 * otherwise take so much processor time that every vote waits.
 */
@Injectable()
export class EmbedFonts implements OnApplicationShutdown {
  readonly #cache = new LruCache<string, string>(CACHE_BYTES, (rules) => rules.length);
  readonly #thread = new ShareThread<FontJob, FontsDone>({ worker: 'font-worker', waitingMax: WAITING_MAX });

  /**
   * The fonts as rules of a style sheet, with only the characters of the texts, so that an embedded poll needs no
   * further request.
   * @param display text in the display face
   * @param rest text in the face of the interface
   * @throws ApiError `unavailable` if too many pages wait; Error if a font cannot be made
   */
  rules(display: string, rest: string): Promise<string> {
    const key = `${charactersOf(display)}\n${charactersOf(rest)}`;
    return this.#cache.load(key, () => this.#make(display, rest));
  }

  onApplicationShutdown(): Promise<void> {
    return this.#thread.close();
  }

  async #make(display: string, rest: string): Promise<string> {
    const faces = [...facesOf('Familjen Grotesk', 'familjen-grotesk', display), ...facesOf('Onest', 'onest', rest)];
    const { rules, failed } = await this.#thread.run({ faces });
    if (rules === undefined)
      throw new Error(`The fonts of an embedded poll could not be made: ${failed ?? 'no fonts'}`);
    return rules;
  }
}
