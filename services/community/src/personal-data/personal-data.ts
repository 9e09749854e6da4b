import { PERSONAL_PAGE, personalDataRpc, type PersonalPage } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** What a person has reported, for their own export. */
@RpcController()
export class PersonalData {
  constructor(private readonly database: Database<Tables>) {}

  @Rpc(personalDataRpc.community)
  async list({ userId, after = '0' }: RpcRequestOf<typeof personalDataRpc.community>): Promise<PersonalPage> {
    const rows = await this.database.kysely
      .selectFrom('reports')
      .select(['id', 'object_kind', 'object_id', 'rule_text', 'words', 'created_at'])
      .where('reporter_id', '=', userId)
      .where('id', '>', Number(after))
      .orderBy('id')
      .limit(PERSONAL_PAGE)
      .execute();
    return {
      entries: rows.map((row) => ({
        object: row.object_kind,
        id: row.object_id,
        rule: row.rule_text,
        words: row.words,
        reportedAt: row.created_at.toISOString(),
      })),
      next: rows.length === PERSONAL_PAGE ? String(rows.at(-1)!.id) : null,
    };
  }
}
