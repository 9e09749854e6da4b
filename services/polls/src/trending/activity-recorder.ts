import { Inject, Injectable } from '@nestjs/common';
import { ActivityCounter, CONFIG, isConnectionFailure } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { TrendingRepository } from './trending-repository.js';

/** Acts on polls, by which they trend. */
@Injectable()
export class ActivityRecorder extends ActivityCounter {
  constructor(
    private readonly repository: TrendingRepository,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    super(config.TRENDING_FLUSH_MS);
  }

  protected store(weights: ReadonlyMap<number, number>, at: Date): Promise<void> {
    return this.repository.add(weights, at);
  }

  /** Marks the polls that trend by now; marks also change because time passes. */
  protected override async stored(): Promise<void> {
    await this.repository.mark(new Date()).catch((error: unknown) => {
      if (isConnectionFailure(error)) this.logger.warn('Trending polls cannot be marked now; the next time does it');
      else this.logger.error('Trending polls could not be marked', error);
    });
  }
}
