import { Inject, Injectable } from '@nestjs/common';
import { PREFERENCE_KINDS, PUSH_OFF_AT_FIRST } from '@inkling/contracts';
import { CONFIG, Database, type Transaction } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';

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

const COLUMNS = `in_app_off as "inAppOff", push_off as "pushOff", name_in_votes as "nameInVotes"`;
/** A user who has never changed a preference has no row. */
const DEFAULTS: StoredPreferences = { inAppOff: [], pushOff: PUSH_OFF_AT_FIRST, nameInVotes: false };

export const isPushOffAtFirst = (kind: PreferenceKind): boolean =>
  (PUSH_OFF_AT_FIRST as readonly string[]).includes(kind);

/** Which notifications users want, and who may be named in vote notifications. */
@Injectable()
export class PreferencesRepository {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {}

  async of(userId: number, tx: Pick<Transaction, 'query'> = this.database): Promise<StoredPreferences> {
    const [row] = await tx.query<StoredPreferences>({
      name: 'preferences-of',
      text: `select ${COLUMNS} from preferences where user_id = $1`,
      values: [userId],
    });
    return row ?? DEFAULTS;
  }

  async save(tx: Transaction, userId: number, { inAppOff, pushOff, nameInVotes }: StoredPreferences): Promise<void> {
    await tx.query({
      text: `
        insert into preferences (user_id, in_app_off, push_off, name_in_votes) values ($1, $2, $3, $4)
        on conflict (user_id) do update set in_app_off = excluded.in_app_off, push_off = excluded.push_off,
          name_in_votes = excluded.name_in_votes`,
      values: [userId, inAppOff, pushOff, nameInVotes],
    });
  }

  /** How one kind of notification reaches a user. */
  async channels(tx: Transaction, userId: number, kind: PreferenceKind): Promise<Channels> {
    const stored = await this.of(userId, tx);
    return { inApp: !stored.inAppOff.includes(kind), push: !stored.pushOff.includes(kind) };
  }

  /** Of these users, those who want this kind in their list and those who want it as push; both sorted by id. */
  async wanting(
    tx: Transaction,
    userIds: readonly number[],
    kind: PreferenceKind,
  ): Promise<{ inApp: number[]; push: number[] }> {
    const rows = await tx.query<{ id: number } & Channels>({
      text: `
        select t.id::float8 as id, not coalesce($2 = any(f.in_app_off), false) as "inApp",
          not coalesce($2 = any(f.push_off), $3) as push
        from (select distinct id from unnest($1::bigint[]) id) t
        left join preferences f on f.user_id = t.id
        order by t.id`,
      values: [userIds, kind, isPushOffAtFirst(kind)],
    });
    return {
      inApp: rows.filter(({ inApp }) => inApp).map(({ id }) => id),
      push: rows.filter(({ push }) => push).map(({ id }) => id),
    };
  }

  /**
   * For each poll, the first of these users, in the given order, whom a vote notification may name; nobody when fewer
   * than `minVoters` of them may be named. Users may be named who allow it, whose address is verified (where mail is
   * configured), and whose account is older than the poll: the id of a newer account would show that its vote came
   * late. With a minimum of one, the last rule does not apply.
   */
  async nameable(
    tx: Transaction,
    polls: readonly { pollId: number; userIds: readonly number[] }[],
    minVoters: number,
  ): Promise<Map<number, number>> {
    const asked = polls.flatMap(({ pollId, userIds }) => userIds.map((userId) => ({ pollId, userId })));
    if (asked.length === 0) return new Map();
    const rows = await tx.query<{ pollId: number; userId: number }>({
      text: `
        select poll_id::float8 as "pollId", user_id::float8 as "userId"
        from (
          select t.poll_id, t.user_id, count(*) over (partition by t.poll_id) as willing,
            row_number() over (partition by t.poll_id order by t.place) as place
          from unnest($1::bigint[], $2::bigint[]) with ordinality as t (poll_id, user_id, place)
          cross join lateral (select 1 from preferences where user_id = t.user_id and name_in_votes limit 1) f
          cross join lateral (
            select known_at from profiles where user_id = t.user_id and (verified or not $3::boolean) limit 1
          ) p
          left join lateral (select created_at from poll_activity where poll_id = t.poll_id limit 1) a on true
          where p.known_at < a.created_at or $4::int = 1
        ) named
        where willing >= $4::int and place = 1`,
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
