import { Inject, Injectable } from '@nestjs/common';
import type { FeaturedUser } from '@inkling/contracts';
import { CONFIG, SharedRead } from '@inkling/platform';
import type { SocialConfig } from '../config.js';
import { FeaturedRepository } from './featured.repository.js';
import { FEATURED_MAX } from './featured.sql.js';

/** The 'Recent Polls' strip. */
@Injectable()
export class FeaturedService {
  /** The same for every viewer. */
  readonly #newest: SharedRead<FeaturedUser[]>;

  constructor(
    private readonly repository: FeaturedRepository,
    @Inject(CONFIG) config: SocialConfig,
  ) {
    this.#newest = new SharedRead(() => repository.newest(), config.FEATURED_CACHE_MS);
  }

  /** The next call reads again who has asked lately. */
  forget(): void {
    this.#newest.forget();
  }

  /**
   * At most FEATURED_MAX users: first the ones that the viewer follows, then others, the newest poll first. Leaves out
   * the viewer, people hidden from the viewer (docs/product.md#blocks-and-mutes), and silenced people that the viewer
   * does not follow.
   */
  async featured(viewerId: number): Promise<FeaturedUser[]> {
    const newest = await this.#newest.get();
    const asked = newest.map(({ id }) => id);
    const { users, hidden } = await this.repository.followed(viewerId, asked);
    const fill = (others: readonly FeaturedUser[]): FeaturedUser[] => {
      const excluded = new Set([viewerId, ...hidden, ...users.map(({ id }) => id)]);
      return [...users, ...others.filter(({ id }) => !excluded.has(id))].slice(0, FEATURED_MAX);
    };
    const strip = fill(newest);
    return hidden.size === 0 || strip.length === FEATURED_MAX
      ? strip
      : fill(await this.repository.newestSeen(viewerId));
  }
}
