import { Injectable } from '@nestjs/common';
import { PREFERENCE_KINDS } from '@inkling/contracts';
import { Database, type Transaction } from '@inkling/platform';

export type PreferenceKind = (typeof PREFERENCE_KINDS)[number];

/** What a user has switched off. */
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
/** Someone who has never changed anything has no row. */
const DEFAULTS: StoredPreferences = { inAppOff: [], pushOff: [], nameInVotes: true };

/** What users want to be told, and whether they may be named in vote notices. */
@Injectable()
export class PreferencesRepository {
  constructor(private readonly database: Database) {}

  async of(userId: number, tx: Pick<Transaction, 'query'> = this.database): Promise<StoredPreferences> {
    const [row] = await tx.query<StoredPreferences>({ name: 'preferences-of', text: `select ${COLUMNS} from preferences where user_id = $1`, values: [userId] });
    return row ?? DEFAULTS;
  }

  async save(tx: Transaction, userId: number, { inAppOff, pushOff, nameInVotes }: StoredPreferences): Promise<void> {
    await tx.query({
      text: `insert into preferences (user_id, in_app_off, push_off, name_in_votes) values ($1, $2, $3, $4)
             on conflict (user_id) do update set in_app_off = excluded.in_app_off, push_off = excluded.push_off, name_in_votes = excluded.name_in_votes`,
      values: [userId, inAppOff, pushOff, nameInVotes],
    });
  }

  /** How one kind of notice reaches a user. */
  async channels(tx: Transaction, userId: number, kind: PreferenceKind): Promise<Channels> {
    const stored = await this.of(userId, tx);
    return { inApp: !stored.inAppOff.includes(kind), push: !stored.pushOff.includes(kind) };
  }

  /** Of these users, those who want this kind in their list, and those who want it as push; each in the order of ids. */
  async wanting(tx: Transaction, userIds: readonly number[], kind: PreferenceKind): Promise<{ inApp: number[]; push: number[] }> {
    const rows = await tx.query<{ id: number } & Channels>({
      text: `select t.id::float8 as id, not coalesce($2 = any(f.in_app_off), false) as "inApp", not coalesce($2 = any(f.push_off), false) as push
             from (select distinct id from unnest($1::bigint[]) id) t left join preferences f on f.user_id = t.id order by t.id`,
      values: [userIds, kind],
    });
    return { inApp: rows.filter(({ inApp }) => inApp).map(({ id }) => id), push: rows.filter(({ push }) => push).map(({ id }) => id) };
  }

  /** By poll, the first of these users, in the order given, who has a profile and may be named in a vote notice; never the poll's author. */
  async nameable(tx: Transaction, polls: readonly { pollId: number; authorId: number; userIds: readonly number[] }[]): Promise<Map<number, number>> {
    const asked = polls.flatMap(({ pollId, authorId, userIds }) => userIds.filter((id) => id !== authorId).map((userId) => ({ pollId, userId })));
    if (asked.length === 0) return new Map();
    const rows = await tx.query<{ pollId: number; userId: number }>({
      text: `select distinct on (t.poll_id) t.poll_id::float8 as "pollId", t.user_id::float8 as "userId"
             from unnest($1::bigint[], $2::bigint[]) with ordinality as t (poll_id, user_id, place)
             cross join lateral (select 1 from profiles where user_id = t.user_id limit 1) p
             left join lateral (select name_in_votes from preferences where user_id = t.user_id limit 1) f on true
             where coalesce(f.name_in_votes, true) order by t.poll_id, t.place`,
      values: [asked.map(({ pollId }) => pollId), asked.map(({ userId }) => userId)],
    });
    return new Map(rows.map(({ pollId, userId }) => [pollId, userId]));
  }
}
