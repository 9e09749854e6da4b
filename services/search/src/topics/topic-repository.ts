import { Injectable } from '@nestjs/common';
import { Database, deleteInBatches, halfLives } from '@inkling/platform';
import { SearchPool } from '../search/search-pool.js';
import { ADD_ACTIVITY, HAS_OWN_TOPICS, TOP_TOPICS, TOP_TOPICS_FOR, type TopicRow } from './topics.sql.js';

const WRITE_BATCH = 2_000;
/** After this many half-lives, a million votes weigh less than one new vote. */
const EXPIRED_AFTER = 20;

/** Scores of topics by recent activity. */
@Injectable()
export class TopicRepository {
  constructor(
    private readonly database: Database,
    private readonly pool: SearchPool,
  ) {}

  /**
   * Adds activity on polls to their topics. `weights` are in votes at the instant `at`; polls without topics add
   * nothing.
   */
  async add(weights: ReadonlyMap<number, number>, at: Date): Promise<void> {
    const all = [...weights];
    for (let start = 0; start < all.length; start += WRITE_BATCH) {
      const batch = all.slice(start, start + WRITE_BATCH);
      await this.database.query({
        name: 'topics-add',
        text: ADD_ACTIVITY,
        values: [batch.map(([id]) => id), batch.map(([, weight]) => weight), halfLives(at)],
      });
    }
    await deleteInBatches(this.database, {
      table: 'topic_activity',
      where: 'score < $1::float8',
      values: [halfLives(at) - EXPIRED_AFTER],
    });
  }

  /** Labels of the topics with the most activity, without `#`, the most active first. */
  async top(): Promise<string[]> {
    return (await this.pool.query<TopicRow>({ name: 'topics-top', text: TOP_TOPICS })).map(({ label }) => label);
  }

  /** As `top`, without the topics that only polls of users have who are hidden from the viewer. */
  async topFor(viewerId: number): Promise<string[]> {
    const topics = await this.pool.query<TopicRow>({
      name: 'topics-top-for',
      text: TOP_TOPICS_FOR,
      values: [viewerId],
    });
    return topics.map(({ label }) => label);
  }

  /** Whether a block or a mute hides a user from the viewer in lists, or somebody silenced shows. */
  async hasOwnTopics(viewerId: number): Promise<boolean> {
    const query = { name: 'has-own-topics', text: HAS_OWN_TOPICS, values: [viewerId] };
    return (await this.pool.query(query)).length > 0;
  }
}
