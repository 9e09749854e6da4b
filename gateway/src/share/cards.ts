import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PollPreview } from '@inkling/contracts';
import { cardContent, cardLayout, type CardContent } from './card-layout.js';
import { CardPainter } from './card-painter.js';
import { Lru } from './lru.js';

const CACHE_BYTES = 50 * 1024 * 1024;
/** Grows with every change of the drawing, so that pictures drawn before are not taken for new ones. */
const DRAWING = 1;

const hash = (content: CardContent): string => createHash('sha256').update(JSON.stringify([DRAWING, content])).digest('base64url').slice(0, 16);

/** Names all that a poll's card shows: another state is another picture. */
export const cardState = (poll: PollPreview): string => hash(cardContent(poll));

/** Share cards as PNG: each state of a poll is drawn once, however many ask for it, and kept while there is room. */
@Injectable()
export class Cards implements OnApplicationShutdown {
  readonly #painter = new CardPainter();
  readonly #drawn = new Lru<Buffer>(CACHE_BYTES);
  readonly #drawing = new Map<string, Promise<Buffer>>();

  /** @throws ApiError `unavailable` when too many cards wait to be drawn */
  png(poll: PollPreview): Promise<Buffer> {
    const content = cardContent(poll);
    const key = `${poll.id}/${hash(content)}`;
    const drawn = this.#drawn.get(key);
    if (drawn) return Promise.resolve(drawn);
    const known = this.#drawing.get(key);
    if (known) return known;
    const drawing = this.#draw(key, content).finally(() => this.#drawing.delete(key));
    this.#drawing.set(key, drawing);
    return drawing;
  }

  async #draw(key: string, content: CardContent): Promise<Buffer> {
    const png = await this.#painter.paint(cardLayout(content));
    this.#drawn.set(key, png, png.length);
    return png;
  }

  onApplicationShutdown(): Promise<void> {
    return this.#painter.close();
  }
}
