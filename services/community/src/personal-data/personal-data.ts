import { PERSONAL_PAGE, personalDataRpc, type PersonalEntry, type PersonalPage } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** What a person has reported and accepted, for their own export. */
@RpcController()
export class PersonalData {
  constructor(private readonly database: Database<Tables>) {}

  @Rpc(personalDataRpc.community)
  list({ userId, collection, after = '0' }: RpcRequestOf<typeof personalDataRpc.community>): Promise<PersonalPage> {
    return collection === 'reports' ? this.#reports(userId, Number(after)) : this.#acceptedTerms(userId);
  }

  /** All in one page: an entry for each version of the terms. */
  async #acceptedTerms(userId: number): Promise<PersonalPage> {
    const entries = await this.database.kysely
      .selectFrom('terms_acceptances')
      .select(['version', 'accepted_at as acceptedAt'])
      .where('user_id', '=', userId)
      .orderBy('version')
      .execute();
    return { entries, next: null };
  }

  async #appeals(userId: number): Promise<PersonalEntry[]> {
    const rows = await this.database.kysely
      .selectFrom('appeals')
      .select(['act_id', 'words', 'made_at', 'decided_at', 'upheld', 'reason'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      appealedDecision: row.act_id,
      words: row.words,
      appealedAt: row.made_at.toISOString(),
      upheld: row.upheld,
      answer: row.reason,
      decidedAt: row.decided_at?.toISOString() ?? null,
    }));
  }

  /** The first page begins with the person's appeals. */
  async #reports(userId: number, after: number): Promise<PersonalPage> {
    const rows = await this.database.kysely
      .selectFrom('reports')
      .select(['id', 'object_kind', 'object_id', 'rule_text', 'words', 'created_at'])
      .where('reporter_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PERSONAL_PAGE)
      .execute();
    return {
      entries: [
        ...(after === 0 ? await this.#appeals(userId) : []),
        ...rows.map((row) => ({
          object: row.object_kind,
          id: row.object_id,
          rule: row.rule_text,
          words: row.words,
          reportedAt: row.created_at.toISOString(),
        })),
      ],
      next: rows.length === PERSONAL_PAGE ? String(rows.at(-1)!.id) : null,
    };
  }
}
