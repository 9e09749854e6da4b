import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { Recommendations } from './recommendations.js';
import { topicKey } from './topic-key.js';

const CHOOSE = `
  insert into chosen_topics (user_id, topics) values ($1, $2::text[])
  on conflict (user_id) do update set topics = excluded.topics`;

/** The topics that a user wants polls about. They say more of a new user than likes, which are yet to come. */
@Injectable()
export class ChosenTopics {
  constructor(
    private readonly database: Database,
    private readonly recommendations: Recommendations,
  ) {}

  /**
   * Replaces a user's topics; the feed that this replica reads next follows them, another replica's after
   * RECOMMENDATIONS_MS.
   * @param topics as they are shown, `#` or none before them; an empty list takes all back
   */
  async choose(userId: number, topics: readonly string[]): Promise<void> {
    const keys = [...new Set(topics.map(topicKey))].filter((key) => key !== '');
    if (keys.length > 0) await this.database.query({ name: 'topics-choose', text: CHOOSE, values: [userId, keys] });
    else
      await this.database.query({
        name: 'topics-unchoose',
        text: 'delete from chosen_topics where user_id = $1',
        values: [userId],
      });
    this.recommendations.forget(userId);
  }
}
