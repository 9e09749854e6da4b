import { authRpc } from '@inkling/contracts';
import { Database, Rpc, RpcController } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** Who looks after the instance (docs/product.md#roles). */
@RpcController()
export class Staff {
  constructor(private readonly database: Database<Tables>) {}

  @Rpc(authRpc.staff)
  async staff(): Promise<{ userIds: number[] }> {
    const rows = await this.database.kysely
      .selectFrom('accounts')
      .select('id')
      .where('role', '<>', 'member')
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .execute();
    return { userIds: rows.map(({ id }) => id) };
  }
}
