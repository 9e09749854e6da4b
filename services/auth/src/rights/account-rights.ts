import { Inject, Injectable } from '@nestjs/common';
import { RIGHTS_SUBJECT, type Account, type SessionClaims, type RightsChanged } from '@inkling/contracts';
import { CONFIG, Database, LiveBus, NOW, fromNow, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { toAccount } from '../accounts/account-view.js';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AuthConfig } from '../config.js';
import type { Tables } from '../tables.js';
import { IS_SUSPENDED } from './moderated-person.entity.js';

/** The most changes in one answer, which also lists revoked sessions. */
const LISTED_MAX = 3_000;

type Holder = Pick<AccountEntity, 'id' | 'role' | 'rightsVersion' | 'waitingSince'>;
/** Either the database or a transaction, which must not wait for a second connection. */
type Reading = Pick<Transaction<Tables>, 'kysely'>;
type Claims = Pick<SessionClaims, 'role' | 'rightsVersion' | 'suspended' | 'waiting'>;

/**
 * What an account may do: its role, and whether it is suspended (ADR 32). Every change raises the version of the
 * account's rights, which its access tokens carry, so that gateways know which tokens are outdated.
 */
@Injectable()
export class AccountRights {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly bus: LiveBus,
  ) {}

  /**
   * The claims of an access token about the account's rights, and the most seconds for which they hold. The
   * database's clock decides whether a suspension has ended.
   */
  async claims(
    { id, role, rightsVersion, waitingSince }: Holder,
    on: Reading = this.database,
  ): Promise<{ claims: Claims; endsIn: number }> {
    // Nothing was ever changed for most accounts, whose tokens cost no statement.
    const suspension = rightsVersion > 0 ? await this.#suspension(on, id) : undefined;
    return {
      claims: {
        ...(role === 'member' ? {} : { role }),
        ...(waitingSince ? { waiting: true as const } : {}),
        ...(rightsVersion > 0 ? { rightsVersion } : {}),
        ...(suspension && {
          suspended: {
            until: suspension.until && Math.floor(suspension.until.getTime() / 1_000),
            actId: suspension.actId,
          },
        }),
      },
      endsIn: Math.ceil(suspension?.seconds ?? Number.POSITIVE_INFINITY),
    };
  }

  /** The account as other services see it, with its suspension. */
  async view(account: AccountEntity, on: Reading = this.database): Promise<Account> {
    const suspension = account.rightsVersion > 0 ? await this.#suspension(on, account.id) : undefined;
    if (!suspension) return toAccount(account);
    const { until, actId, rule, reason } = suspension;
    return { ...toAccount(account), suspension: { until: until?.toISOString() ?? null, actId, rule, reason } };
  }

  /** Makes the account's access tokens outdated. `tx` has locked the account; `announce` follows the commit. */
  async raise(tx: Transaction<Tables>, userId: number): Promise<void> {
    await tx.kysely
      .updateTable('accounts')
      .set({ rights_version: sql<number>`rights_version + 1`, rights_changed_at: NOW })
      .where('id', '=', userId)
      .execute();
  }

  /** Tells every gateway. One that misses the message reads `changed`. */
  async announce(userId: number): Promise<void> {
    const changed = await this.#rights().where('a.id', '=', userId).executeTakeFirst();
    if (changed) this.bus.publish(RIGHTS_SUBJECT, changed);
  }

  /** Accounts whose access tokens may be outdated, the latest change first. */
  changed(): Promise<RightsChanged[]> {
    const since = fromNow(-this.config.AUTH_ACCESS_TOKEN_SECONDS * 1_000);
    return this.#rights()
      .where('a.rights_changed_at', '>', since)
      .orderBy('a.rights_changed_at', 'desc')
      .limit(LISTED_MAX)
      .execute();
  }

  #rights() {
    return this.database.kysely
      .selectFrom('accounts as a')
      .leftJoin('moderated_people as m', 'm.account_id', 'a.id')
      .select(['a.id as userId', 'a.rights_version as rightsVersion', IS_SUSPENDED.as('suspended')])
      .where('a.rights_version', '>', 0);
  }

  #suspension({ kysely }: Reading, accountId: number) {
    return kysely
      .selectFrom('moderated_people as m')
      .select(['act_id as actId', 'suspended_until as until', 'rule', 'reason'])
      .select(sql<number | null>`extract(epoch from suspended_until - now())::float8`.as('seconds'))
      .where('account_id', '=', accountId)
      .where(IS_SUSPENDED)
      .$narrowType<{ actId: number; reason: string }>()
      .executeTakeFirst();
  }
}
