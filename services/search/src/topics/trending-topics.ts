import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@inkling/platform';
import type { SearchConfig } from '../config.js';
import { TopicRepository } from './topic-repository.js';

/** The topics that people vote on and comment on now. */
@Injectable()
export class TrendingTopics {
  #read: { readonly at: number; readonly topics: Promise<string[]> } | undefined;

  constructor(
    private readonly repository: TopicRepository,
    @Inject(CONFIG) private readonly config: SearchConfig,
  ) {}

  /** At most TOPICS_SHOWN hashtags, the most active first. Concurrent callers share one read. */
  topics(): Promise<string[]> {
    const now = Date.now();
    if (this.#read && now - this.#read.at < this.config.TOPICS_CACHE_MS) return this.#read.topics;
    const topics = this.repository.top().then((labels) => labels.map((label) => `#${label}`));
    this.#read = { at: now, topics };
    topics.catch(() => {
      this.#read = undefined;
    });
    return topics;
  }
}
