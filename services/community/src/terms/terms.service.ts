import { Injectable } from '@nestjs/common';
import { authRpc, profileUpdated, type AdminPages, type Envelope, type EventData } from '@inkling/contracts';
import { ApiError, Database, OnEvent, RpcClient, purgedAmong, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** The version of the first event about a new account. */
const SIGN_UP = 1;

/** Who has accepted which version of the terms (docs/product.md#pages-and-terms). */
@Injectable()
export class TermsService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Records that a person has accepted a version. Doing so again keeps the first time.
   * @throws ApiError `page-not-found` for a version that was never published
   */
  async accept(userId: number, version: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const published = await tx.kysely
        .selectFrom('pages')
        .select('version')
        .where('kind', '=', 'terms')
        .where('version', '=', version)
        .executeTakeFirst();
      if (!published) throw new ApiError('page-not-found');
      await this.#record(tx, userId, { version });
    });
  }

  /** The newest version that the person has accepted; null for none. */
  async accepted(userId: number): Promise<number | null> {
    const row = await this.database.kysely
      .selectFrom('terms_acceptances')
      .select(({ fn }) => fn.max('version').as('version'))
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.version ?? null;
  }

  /** How many people have accepted this version, of how many; null while auth does not answer. */
  async numbers(version: number): Promise<AdminPages['accepted']> {
    const [{ people }, numbers] = await Promise.all([
      this.database.kysely
        .selectFrom('terms_acceptances')
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .where('version', '=', version)
        .executeTakeFirstOrThrow(),
      this.rpc.call(authRpc.accountNumbers, {}).catch(() => null),
    ]);
    return numbers && { people, of: Math.max(numbers.accounts, people) };
  }

  /** The sign-up form says that signing up accepts the terms: the version that was current at that time. */
  @OnEvent(profileUpdated)
  async onProfile(
    { userId, version }: EventData<typeof profileUpdated>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    if (version !== SIGN_UP) return;
    const terms = await tx.kysely
      .selectFrom('pages')
      .select(['version', 'text_en', 'text_de'])
      .where('kind', '=', 'terms')
      .where('published_at', '<=', new Date(occurredAt))
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!terms || (terms.text_en === null && terms.text_de === null)) return;
    await this.#record(tx, userId, { version: terms.version, accepted_at: new Date(occurredAt) });
  }

  /** Records nothing about a person whose data was removed. */
  async #record(
    tx: Transaction<Tables>,
    userId: number,
    acceptance: { version: number; accepted_at?: Date },
  ): Promise<void> {
    if ((await purgedAmong(tx, [userId])).has(userId)) return;
    await tx.kysely
      .insertInto('terms_acceptances')
      .values({ user_id: userId, ...acceptance })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
