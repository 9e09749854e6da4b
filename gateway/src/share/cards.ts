import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PollPreview } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { cardContent, cardLayout, plainLayout, type CardContent } from './card-layout.js';
import { CardPainter } from './card-painter.js';
import { Lru } from './lru.js';

const CACHE_BYTES = 50 * 1024 * 1024;
/** Grows with every change of the drawing, so that pictures drawn before are not taken for new ones. */
const DRAWING = 1;
/** Cards of one network that are drawn or wait at once: less than the line holds, so that others find a place in it. */
const PER_NETWORK = 6;

export interface Card {
  readonly png: Buffer;
  /** The same picture for every poll, in the place of one that would take too long. */
  readonly plain: boolean;
}

const hash = (content: CardContent): string => createHash('sha256').update(JSON.stringify([DRAWING, content])).digest('base64url').slice(0, 16);

/** Names all that a poll's card shows: another state is another picture. */
export const cardState = (poll: PollPreview): string => hash(cardContent(poll));

/**
 * Share cards as PNG: each state of a poll is drawn once, however many ask for it, and kept while there is room. Where too
 * many wait, the plain card is the answer.
 */
@Injectable()
export class Cards implements OnApplicationShutdown {
  readonly #drawn = new Lru<Buffer>(CACHE_BYTES);
  readonly #drawing = new Map<string, Promise<Buffer>>();
  readonly #byNetwork = new Map<string, number>();
  #plain: Promise<Buffer> | undefined;

  constructor(private readonly painter: CardPainter) {}

  /**
   * @param network that asks, see `clientNetwork`
   * @throws ApiError `unavailable` when not even the plain card can be drawn
   */
  async card(poll: PollPreview, network: string): Promise<Card> {
    const content = cardContent(poll);
    const key = `${poll.id}/${hash(content)}`;
    const drawn = this.#drawn.get(key);
    if (drawn) return { png: drawn, plain: false };
    // Drawn before any other, so that it is there when it is needed.
    const plain = this.#plainCard();
    try {
      return { png: await (this.#drawing.get(key) ?? this.#begin(key, content, network)), plain: false };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { png: await plain, plain: true };
    }
  }

  #begin(key: string, content: CardContent, network: string): Promise<Buffer> {
    const own = this.#byNetwork.get(network) ?? 0;
    if (own >= PER_NETWORK) throw new ApiError('unavailable');
    this.#byNetwork.set(network, own + 1);
    const drawing = this.#draw(key, content).finally(() => {
      this.#drawing.delete(key);
      this.#leave(network);
    });
    this.#drawing.set(key, drawing);
    return drawing;
  }

  async #draw(key: string, content: CardContent): Promise<Buffer> {
    const png = await this.painter.paint(cardLayout(content));
    this.#drawn.set(key, png, png.length);
    return png;
  }

  #leave(network: string): void {
    const left = (this.#byNetwork.get(network) ?? 1) - 1;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
  }

  /** Drawn once and kept; a failure is forgotten, so that the next request tries again. */
  #plainCard(): Promise<Buffer> {
    if (this.#plain) return this.#plain;
    const plain = this.painter.paint(plainLayout());
    plain.catch(() => (this.#plain = undefined));
    return (this.#plain = plain);
  }

  onApplicationShutdown(): Promise<void> {
    return this.painter.close();
  }
}
