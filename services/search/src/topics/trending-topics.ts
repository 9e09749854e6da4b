import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SharedRead } from '@inkling/platform';
import type { SearchConfig } from '../config.js';
import { TopicRepository } from './topic-repository.js';

/** Labels as people type them. */
const hashtags = (labels: readonly string[]): string[] => labels.map((label) => `#${label}`);

/** The topics that people vote on and comment on now. */
@Injectable()
export class TrendingTopics {
  readonly #topics: SharedRead<string[]>;

  constructor(
    private readonly repository: TopicRepository,
    @Inject(CONFIG) config: SearchConfig,
  ) {
    this.#topics = new SharedRead(async () => hashtags(await repository.top()), config.TOPICS_CACHE_MS);
  }

  /** Reads the topics again at the next look. */
  forget(): void {
    this.#topics.forget();
  }

  /**
   * At most TOPICS_SHOWN hashtags, the most active first. Nobody gets a topic that only polls of people have who are
   * hidden from them, by a block, a mute or a silence.
   */
  async topics(viewerId?: number): Promise<string[]> {
    if (viewerId !== undefined && (await this.repository.hasOwnTopics(viewerId)))
      return hashtags(await this.repository.topFor(viewerId));
    return this.#topics.get();
  }
}
