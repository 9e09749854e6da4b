import { Inject, Injectable } from '@nestjs/common';
import { PREFERENCE_KINDS, PUSH_OFF_AT_FIRST } from '@inkling/contracts';
import { CONFIG, Database, type Transaction } from '@inkling/platform';
import type { Kysely } from 'kysely';
import type { NotificationsConfig } from '../config.js';
import type { Tables } from '../tables.js';
import { NAMEABLE, type NameableRow } from './nameable.sql.js';

export type PreferenceKind = (typeof PREFERENCE_KINDS)[number];

/** The kinds that a user has switched off, and whether vote notifications may name this user. */
export interface StoredPreferences {
  readonly inAppOff: readonly PreferenceKind[];
  readonly pushOff: readonly PreferenceKind[];
  readonly nameInVotes: boolean;
}
export interface Channels {
  readonly inApp: boolean;
  readonly push: boolean;
}

/** A user who has never changed a preference has no row. */
const DEFAULTS: StoredPreferences = { inAppOff: [], pushOff: PUSH_OFF_AT_FIRST, nameInVotes: false };

export const isPushOffAtFirst = (kind: PreferenceKind): boolean =>
  (PUSH_OFF_AT_FIRST as readonly string[]).includes(kind);

/** Which notifications users want, and who may be named in vote notifications. */
@Injectable()
export class PreferencesRepository {
  constructor(
    private readonly database: Database<Tables>,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {}

  async of(userId: number, kysely: Kysely<Tables> = this.database.kysely): Promise<StoredPreferences> {
    const stored = await kysely
      .selectFrom('preferences')
      .select(['in_app_off as inAppOff', 'push_off as pushOff', 'name_in_votes as nameInVotes'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return stored ?? DEFAULTS;
  }

  async save(
    { kysely }: Transaction<Tables>,
    userId: number,
    { inAppOff, pushOff, nameInVotes }: StoredPreferences,
  ): Promise<void> {
    const preferences = { in_app_off: [...inAppOff], push_off: [...pushOff], name_in_votes: nameInVotes };
    await kysely
      .insertInto('preferences')
      .values({ user_id: userId, ...preferences })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(preferences))
      .execute();
  }

  /** How one kind of notification reaches a user. */
  async channels({ kysely }: Transaction<Tables>, userId: number, kind: PreferenceKind): Promise<Channels> {
    const stored = await this.of(userId, kysely);
    return { inApp: !stored.inAppOff.includes(kind), push: !stored.pushOff.includes(kind) };
  }

  /** Of these users, those who want this kind in their list and those who want it as push; both sorted by id. */
  async wanting(
    { kysely }: Transaction<Tables>,
    userIds: readonly number[],
    kind: PreferenceKind,
  ): Promise<{ inApp: number[]; push: number[] }> {
    if (userIds.length === 0) return { inApp: [], push: [] };
    const stored = await kysely
      .selectFrom('preferences')
      .select(['user_id', 'in_app_off', 'push_off'])
      .where('user_id', 'in', userIds)
      .execute();
    const inAppOff = new Set(stored.filter((row) => row.in_app_off.includes(kind)).map((row) => row.user_id));
    const pushChoice = new Map(stored.map((row) => [row.user_id, !row.push_off.includes(kind)]));
    const users = [...new Set(userIds)].sort((a, b) => a - b);
    return {
      inApp: users.filter((id) => !inAppOff.has(id)),
      push: users.filter((id) => pushChoice.get(id) ?? !isPushOffAtFirst(kind)),
    };
  }

  /**
   * For each poll, the first of these users, in the given order, whom a vote notification may name; nobody when fewer
   * than `minVoters` of them may be named. Users may be named who allow it, whose address is verified (where mail is
   * configured), and whose account is older than the poll: the id of a newer account would show that its vote came
   * late. With a minimum of one, the last rule does not apply.
   */
  async nameable(
    tx: Transaction<Tables>,
    polls: readonly { pollId: number; userIds: readonly number[] }[],
    minVoters: number,
  ): Promise<Map<number, number>> {
    const asked = polls.flatMap(({ pollId, userIds }) => userIds.map((userId) => ({ pollId, userId })));
    if (asked.length === 0) return new Map();
    const rows = await tx.query<NameableRow>({
      text: NAMEABLE,
      values: [
        asked.map(({ pollId }) => pollId),
        asked.map(({ userId }) => userId),
        this.config.SMTP_URL !== undefined,
        minVoters,
      ],
    });
    return new Map(rows.map(({ pollId, userId }) => [pollId, userId]));
  }
}
