import { Inject, Injectable } from '@nestjs/common';
import type { FeaturedUser } from '@inkling/contracts';
import { CONFIG } from '@inkling/platform';
import type { SocialConfig } from '../config.js';
import { FEATURED_MAX, FeaturedRepository } from './featured.repository.js';

/** The 'Recent Polls' strip (spec 2). */
@Injectable()
export class FeaturedService {
  #newest: Promise<FeaturedUser[]> | undefined;
  #staleAt = 0;

  constructor(
    private readonly repository: FeaturedRepository,
    @Inject(CONFIG) private readonly config: SocialConfig,
  ) {}

  /**
   * At most FEATURED_MAX: those whom the viewer follows, the newest poll first, then others likewise; never the viewer.
   */
  async featured(viewerId: number): Promise<FeaturedUser[]> {
    const [followed, newest] = await Promise.all([this.repository.followed(viewerId), this.#everyone()]);
    const left = new Set([viewerId, ...followed.map(({ id }) => id)]);
    return [...followed, ...newest.filter(({ id }) => !left.has(id))].slice(0, FEATURED_MAX);
  }

  /** The same for every viewer, and so held for a moment; callers at the same time share one read. */
  #everyone(): Promise<FeaturedUser[]> {
    if (this.#newest && performance.now() < this.#staleAt) return this.#newest;
    const newest = this.repository.newest();
    this.#newest = newest;
    this.#staleAt = performance.now() + this.config.FEATURED_CACHE_MS;
    newest.catch(() => {
      if (this.#newest === newest) this.#newest = undefined;
    });
    return newest;
  }
}
