import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import type { AdminPerson, PersonDetails } from '@inkling/contracts';
import { sql, type RawBuilder } from 'kysely';
import { emailKey } from '../accounts/email.js';
import { usernameKey } from '../accounts/username-keys.js';
import { IS_SUSPENDED } from '../rights/moderated-person.entity.js';
import type { Tables } from '../tables.js';

/** People of one page. */
export const PEOPLE_PAGE = 30;
/** Numbers of 16 digits or more are never ids. */
const ID = /^\d{1,15}$/;

export type FoundPerson = AdminPerson & Pick<PersonDetails, 'hasCompletedProfile' | 'emailVerified'>;

/** Accounts as moderators and administrators see them, without accounts of probes. */
@Injectable()
export class PeopleRepository {
  constructor(private readonly database: Database<Tables>) {}

  /**
   * At most PEOPLE_PAGE accounts with ids below `before`, the newest first, whose name contains the query, whose
   * username begins with it, or whose id it is; with `addresses` also the one with this address.
   */
  search(query: string, before: number, addresses: boolean): Promise<FoundPerson[]> {
    const wanted = query.replace(/^@/, '');
    const matches = sql<boolean>`(
      a.id = ${ID.test(wanted) ? Number(wanted) : 0} or starts_with(a.username_key, ${usernameKey(wanted)})
      or strpos(lower(a.name), lower(${query}::text)) > 0 or (${addresses} and a.email_key = ${emailKey(query)})
    )`;
    return this.#read(addresses, sql<boolean>`(a.id < ${before} and ${query === '' ? sql`true` : matches})`);
  }

  async find(userId: number, addresses: boolean): Promise<FoundPerson | undefined> {
    const [person] = await this.#read(addresses, sql<boolean>`a.id = ${userId}`);
    return person;
  }

  async #read(addresses: boolean, where: RawBuilder<boolean>): Promise<FoundPerson[]> {
    const rows = await this.database.kysely
      .selectFrom('accounts as a')
      .leftJoin('moderated_people as m', 'm.account_id', 'a.id')
      .leftJoin('account_deletions as d', (join) =>
        join.onRef('d.account_id', '=', 'a.id').on('d.started_at', 'is', null),
      )
      .select(['a.id', 'a.name', 'a.username', 'a.profile_picture', 'a.role', 'a.created_at', 'a.disabled_at'])
      .select(['a.email', 'a.has_completed_profile', 'a.email_verified', 'm.silenced', 'm.suspended_until', 'd.due_at'])
      .select(sql<number | null>`case when ${IS_SUSPENDED} then m.act_id end`.as('suspended_by'))
      .where('a.probe', '=', false)
      .where(where)
      .orderBy('a.id', 'desc')
      .limit(PEOPLE_PAGE)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      username: row.username,
      profilePicture: row.profile_picture,
      role: row.role,
      since: row.created_at.toISOString(),
      state: {
        suspended:
          row.suspended_by === null
            ? null
            : { until: row.suspended_until?.toISOString() ?? null, actId: row.suspended_by },
        silenced: row.silenced ?? false,
        disabled: row.disabled_at !== null,
        deletionDueAt: row.due_at?.toISOString() ?? null,
      },
      ...(addresses ? { email: row.email } : {}),
      hasCompletedProfile: row.has_completed_profile,
      emailVerified: row.email_verified,
    }));
  }
}
