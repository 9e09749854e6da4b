/** Addresses of one poll for other sites, on the public origin. */
export class SharePaths {
  constructor(readonly origin: string) {}

  poll = (id: number): string => `${this.origin}/poll/${id}`;
  embed = (id: number): string => `${this.origin}/embed/${id}`;
  /** @param state changes whenever the picture does, so that no client shows an old one */
  card = (id: number, state: string): string => `${this.origin}/share/poll/${id}.png?v=${state}`;
  oembed = (id: number): string => `${this.origin}/api/oembed?format=json&url=${encodeURIComponent(this.poll(id))}`;
}

/** Size of a card in pixels, as OpenGraph and Twitter recommend. */
export const CARD_WIDTH = 1_200;
export const CARD_HEIGHT = 630;
