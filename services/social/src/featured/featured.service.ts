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

  /** At most FEATURED_MAX users, never the viewer: first those they follow, then others, the newest poll first. */
  async featured(viewerId: number): Promise<FeaturedUser[]> {
    const [followed, newest] = await Promise.all([this.repository.followed(viewerId), this.#newest.get()]);
    const excluded = new Set([viewerId, ...followed.map(({ id }) => id)]);
    return [...followed, ...newest.filter(({ id }) => !excluded.has(id))].slice(0, FEATURED_MAX);
  }
}
