import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { brandParts, type BrandFace } from './card-fonts.js';
import type { FontJob, FontsDone } from './font-worker.js';
import { Lru } from './lru.js';
import { ShareThread } from './share-thread.js';

const CACHE_BYTES = 5 * 1024 * 1024;
/**
 * Pages that may wait for their fonts; each takes about a tenth of a second, and a page without them is sound as well.
 */
const WAITING_MAX = 8;

const facesOf = (family: string, face: BrandFace, text: string): FontJob['faces'] =>
  brandParts(face, text).map((part) => ({ family, ...part }));

const charactersOf = (text: string): string => [...new Set(text)].sort().join('');

/**
 * The brand's fonts for embedded polls. They are made in a thread of their own, because that takes so much processor
 * time that a few strangers' requests would otherwise hold up every vote.
 */
@Injectable()
export class EmbedFonts implements OnApplicationShutdown {
  readonly #kept = new Lru<string>(CACHE_BYTES);
  readonly #making = new Map<string, Promise<string>>();
  readonly #thread = new ShareThread<FontJob, FontsDone>({ worker: 'font-worker', waitingMax: WAITING_MAX });

  /**
   * The fonts as rules of a style sheet, with the characters of the texts and no others: the page that embeds a poll
   * then asks this server for nothing else.
   * @param display text in the display face
   * @param rest text in the face of the interface
   * @throws ApiError `unavailable` when too many pages wait for theirs; Error when a font cannot be made
   */
  async rules(display: string, rest: string): Promise<string> {
    const key = `${charactersOf(display)}\n${charactersOf(rest)}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const making = this.#making.get(key) ?? this.#make(key, display, rest).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  onApplicationShutdown(): Promise<void> {
    return this.#thread.close();
  }

  async #make(key: string, display: string, rest: string): Promise<string> {
    const faces = [...facesOf('Familjen Grotesk', 'familjen-grotesk', display), ...facesOf('Onest', 'onest', rest)];
    const { rules, failed } = await this.#thread.run({ faces });
    if (rules === undefined)
      throw new Error(`The fonts of an embedded poll could not be made: ${failed ?? 'no fonts'}`);
    this.#kept.set(key, rules, rules.length);
    return rules;
  }
}
