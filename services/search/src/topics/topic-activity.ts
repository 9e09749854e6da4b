import { Inject, Injectable } from '@nestjs/common';
import { ActivityCounter, CONFIG } from '@inkling/platform';
import type { SearchConfig } from '../config.js';
import { TopicRepository } from './topic-repository.js';

/** The weight of an activity, in votes. */
export const ACTIVITY_WEIGHTS = { vote: 1, comment: 3, poll: 5 } as const;

/** Counts activity on polls for the polls' topics. */
@Injectable()
export class TopicActivity extends ActivityCounter {
  constructor(
    private readonly repository: TopicRepository,
    @Inject(CONFIG) config: SearchConfig,
  ) {
    super(config.TOPICS_FLUSH_MS);
  }

  protected store(weights: ReadonlyMap<number, number>, at: Date): Promise<void> {
    return this.repository.add(weights, at);
  }
}
