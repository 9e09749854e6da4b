import { personalDataRpc, type PersonalPage } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** A person's recent searches, for their own export. They are few. */
@RpcController()
export class PersonalData {
  constructor(private readonly database: Database<Tables>) {}

  @Rpc(personalDataRpc.search)
  async list({ userId }: RpcRequestOf<typeof personalDataRpc.search>): Promise<PersonalPage> {
    const entries = await this.database.kysely
      .selectFrom('recent_searches')
      .select(['query', 'searched_at as searchedAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return { entries, next: null };
  }
}
