import { personalDataRpc, type PersonalEntry, type PersonalPage } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** What auth stores about a person, for their export. An account has few sessions and names, so one page holds them. */
@RpcController()
export class PersonalData {
  constructor(private readonly database: Database<Tables>) {}

  @Rpc(personalDataRpc.auth)
  async list({ userId, collection }: RpcRequestOf<typeof personalDataRpc.auth>): Promise<PersonalPage> {
    const entries = collection === 'profile' ? await this.#profile(userId) : await this.#sessions(userId);
    return { entries, next: null };
  }

  async #profile(userId: number): Promise<PersonalEntry[]> {
    const [account, held, moderated] = await Promise.all([
      this.database.kysely
        .selectFrom('accounts')
        .select(['id', 'email', 'email_verified as emailVerified', 'name', 'username'])
        .select(['profile_picture as profilePicture', 'created_at as createdAt', 'disabled_at as disabledAt', 'role'])
        .select((eb) => [
          eb('password_hash', 'is not', null).as('hasPassword'),
          eb('firebase_uid', 'is not', null).as('signsInWithProvider'),
        ])
        .where('id', '=', userId)
        .executeTakeFirst(),
      this.database.kysely
        .selectFrom('held_usernames')
        .select(['username_key as username', 'held_until as heldUntil'])
        .where('account_id', '=', userId)
        .execute(),
      this.database.kysely
        .selectFrom('moderated_people')
        .select(['suspended_until as until', 'rule', 'reason'])
        .where('account_id', '=', userId)
        .where('act_id', 'is not', null)
        .executeTakeFirst(),
    ]);
    return account ? [{ ...account, formerUsernames: held, suspension: moderated ?? null }] : [];
  }

  #sessions(userId: number): Promise<PersonalEntry[]> {
    return this.database.kysely
      .selectFrom('sessions')
      .select(['user_agent as browser', 'created_at as signedInAt', 'last_used_at as lastUsedAt'])
      .select(['revoked_at as endedAt', 'reason as endReason'])
      .where('account_id', '=', userId)
      .orderBy('created_at')
      .execute();
  }
}
