import { Inject, Injectable } from '@nestjs/common';
import { ActivityCounter, CONFIG } from '@inkling/platform';
import type { SearchConfig } from '../config.js';
import { TopicRepository } from './topic-repository.js';

/** What an act weighs beside a vote. */
export const ACT_WEIGHTS = { vote: 1, comment: 3, poll: 5 } as const;

/** Acts on polls, in votes, which count for the polls' topics. */
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
