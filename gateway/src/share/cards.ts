import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PollPreview } from '@inkling/contracts';
import { ApiError, LruCache, networkShares, type NetworkShare } from '@inkling/platform';
import { emojiFiles } from './card-emoji.js';
import { fontParts } from './card-fonts.js';
import { cardContent, textsOf, type CardContent } from './card-content.js';
import { AVATAR_SIZE, cardLayout, PICTURE_SIZE, plainLayout, type CardNode, type CardPictures } from './card-layout.js';
import { CardPainter, type Drawing } from './card-painter.js';
import { SharePictures } from './share-pictures.js';

const CACHE_BYTES = 50 * 1024 * 1024;
/** Increased with every change of the drawing, so that clients do not keep older pictures. */
const DRAWING_VERSION = 3;
/** Cards of one network that are drawn or wait at once: fewer than may wait in all, so that others find a place. */
const PER_NETWORK = 6;
/** The same for the IPv6 block around it. */
const PER_BLOCK = 9;

export interface Card {
  readonly png: Buffer;
  /** True for the card that fits every poll, which replaces a card that would take too long. */
  readonly plain: boolean;
}

export interface Picture {
  readonly drawing: Drawing;
  /** False if a part could not be read now; such a picture is not cached. */
  readonly whole: boolean;
}

/** @param texts of users, for their fonts and emoji */
export const drawingOf = (layout: CardNode, texts: readonly string[]): Drawing => ({
  layout,
  fonts: fontParts(texts),
  emoji: emojiFiles(texts),
});

const hash = (content: CardContent): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, content]))
    .digest('base64url')
    .slice(0, 16);

/** Identifies what a poll's card shows: it changes whenever the picture does. */
export const cardState = (poll: PollPreview): string => hash(cardContent(poll));

/**
 * Share cards as PNG (docs/product.md#sharing). Each state of a poll is drawn once, however many ask for it, and cached
 * while there is room. If too many wait, the plain card is the answer.
 */
@Injectable()
export class Cards implements OnApplicationShutdown {
  readonly #drawn = new LruCache<string, Buffer>(CACHE_BYTES, (png) => png.length);
  readonly #drawing = new Map<string, Promise<Buffer>>();
  readonly #byNetwork = new Map<string, number>();
  #plain: Promise<Buffer> | undefined;

  constructor(
    private readonly painter: CardPainter,
    private readonly pictures: SharePictures,
  ) {}

  /**
   * @param ip address of the client
   * @throws ApiError `unavailable` if not even the plain card can be drawn
   */
  async card(poll: PollPreview, ip: string): Promise<Card> {
    const content = cardContent(poll);
    const key = `${poll.id}/${hash(content)}`;
    const drawn = this.#drawn.get(key);
    if (drawn) return { png: drawn, plain: false };
    // The plain card is drawn first, so that it is ready when it is needed.
    const plain = this.#plainCard();
    try {
      return { png: await this.picture(key, ip, () => this.#cardOf(content)), plain: false };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { png: await plain, plain: true };
    }
  }

  /**
   * A picture as PNG, from the cache or drawn in the same line as the cards.
   * @param key stands for everything that the picture shows
   * @param ip address of the client
   * @throws ApiError `unavailable` if too many pictures wait
   */
  async picture(key: string, ip: string, make: () => Promise<Picture>): Promise<Buffer> {
    const drawn = this.#drawn.get(key) ?? this.#drawing.get(key);
    return drawn ?? this.#begin(key, make, networkShares(ip, PER_NETWORK, PER_BLOCK));
  }

  #begin(key: string, make: () => Promise<Picture>, shares: readonly NetworkShare[]): Promise<Buffer> {
    const held = (network: string): number => this.#byNetwork.get(network) ?? 0;
    if (shares.some(({ key: network, most }) => held(network) >= most)) throw new ApiError('unavailable');
    for (const { key: network } of shares) this.#byNetwork.set(network, held(network) + 1);
    const drawing = this.#draw(key, make).finally(() => {
      this.#drawing.delete(key);
      for (const { key: network } of shares) this.#leave(network);
    });
    this.#drawing.set(key, drawing);
    return drawing;
  }

  async #draw(key: string, make: () => Promise<Picture>): Promise<Buffer> {
    const { drawing, whole } = await make();
    const { png } = await this.painter.paint(drawing);
    if (whole) this.#drawn.set(key, png);
    return png;
  }

  async #cardOf(content: CardContent): Promise<Picture> {
    const { pictures, whole } = await this.#picturesOf(content);
    return { drawing: drawingOf(cardLayout(content, pictures), textsOf(content)), whole };
  }

  async #picturesOf({ picture, avatar }: CardContent): Promise<{ pictures: CardPictures; whole: boolean }> {
    const [shown, face] = await Promise.allSettled([
      this.pictures.filling(picture, PICTURE_SIZE.width, PICTURE_SIZE.height),
      this.pictures.filling(avatar, AVATAR_SIZE, AVATAR_SIZE),
    ]);
    const valueOf = (result: PromiseSettledResult<string | undefined>) =>
      result.status === 'fulfilled' ? result.value : undefined;
    const whole = shown.status === 'fulfilled' && face.status === 'fulfilled';
    return { pictures: { picture: valueOf(shown), avatar: valueOf(face) }, whole };
  }

  #leave(network: string): void {
    const left = (this.#byNetwork.get(network) ?? 1) - 1;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
  }

  /** Drawn once and cached. After a failure the next request tries again. */
  #plainCard(): Promise<Buffer> {
    if (this.#plain) return this.#plain;
    const plain = this.painter.paint({ layout: plainLayout(), fonts: [], emoji: {} }).then(({ png }) => png);
    plain.catch(() => (this.#plain = undefined));
    return (this.#plain = plain);
  }

  onApplicationShutdown(): Promise<void> {
    return this.painter.close();
  }
}
