import { pollsRpc } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { Recommendations } from './recommendations.js';
import { topicKey } from './recommender.js';

/** The topics that a user wants polls about. They describe a new user who has not liked anything yet. */
@RpcController()
export class ChosenTopics {
  constructor(
    private readonly database: Database<Tables>,
    private readonly recommendations: Recommendations,
  ) {}

  /**
   * Replaces a user's topics, written with or without `#`; an empty list removes all. The next feed from this replica
   * uses them, another replica's after RECOMMENDATIONS_MS.
   */
  @Rpc(pollsRpc.chooseTopics)
  async choose({ userId, topics }: RpcRequestOf<typeof pollsRpc.chooseTopics>): Promise<object> {
    const keys = [...new Set(topics.map(topicKey))].filter((key) => key !== '');
    const { kysely } = this.database;
    if (keys.length > 0)
      await kysely
        .insertInto('chosen_topics')
        .values({ user_id: userId, topics: keys })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ topics: keys }))
        .execute();
    else await kysely.deleteFrom('chosen_topics').where('user_id', '=', userId).execute();
    this.recommendations.forget(userId);
    return {};
  }
}
