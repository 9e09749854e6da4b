import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SharedRead } from '@inkling/platform';
import type { SearchConfig } from '../config.js';
import { TopicRepository } from './topic-repository.js';

/** The topics that people vote on and comment on now. */
@Injectable()
export class TrendingTopics {
  readonly #topics: SharedRead<string[]>;

  constructor(repository: TopicRepository, @Inject(CONFIG) config: SearchConfig) {
    this.#topics = new SharedRead(
      async () => (await repository.top()).map((label) => `#${label}`),
      config.TOPICS_CACHE_MS,
    );
  }

  /** At most TOPICS_SHOWN hashtags, the most active first. */
  topics(): Promise<string[]> {
    return this.#topics.get();
  }
}
