import { personalDataRpc, type PersonalPage } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** How many Deep Dives a person had written on the latest days, for their own export. */
@RpcController()
export class PersonalData {
  constructor(private readonly database: Database<Tables>) {}

  @Rpc(personalDataRpc.insights)
  async list({ userId }: RpcRequestOf<typeof personalDataRpc.insights>): Promise<PersonalPage> {
    const entries = await this.database.kysely
      .selectFrom('user_quotas')
      .select(['day', 'calls'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .execute();
    return { entries, next: null };
  }
}
