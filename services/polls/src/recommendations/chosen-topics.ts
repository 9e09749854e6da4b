import { pollsRpc } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { Recommendations } from './recommendations.js';
import { topicKey } from './recommender.js';

const CHOOSE = `
  insert into chosen_topics (user_id, topics) values ($1, $2::text[])
  on conflict (user_id) do update set topics = excluded.topics`;

/** The topics that a user wants polls about. They describe a new user who has not liked anything yet. */
@RpcController()
export class ChosenTopics {
  constructor(
    private readonly database: Database,
    private readonly recommendations: Recommendations,
  ) {}

  /**
   * Replaces a user's topics, written with or without `#`; an empty list removes all. The next feed from this replica
   * uses them, another replica's after RECOMMENDATIONS_MS.
   */
  @Rpc(pollsRpc.chooseTopics)
  async choose({ userId, topics }: RpcRequestOf<typeof pollsRpc.chooseTopics>): Promise<object> {
    const keys = [...new Set(topics.map(topicKey))].filter((key) => key !== '');
    if (keys.length > 0) await this.database.query({ name: 'topics-choose', text: CHOOSE, values: [userId, keys] });
    else
      await this.database.query({
        name: 'topics-unchoose',
        text: 'delete from chosen_topics where user_id = $1',
        values: [userId],
      });
    this.recommendations.forget(userId);
    return {};
  }
}
