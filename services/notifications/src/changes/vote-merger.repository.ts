import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import { isPushOffAtFirst } from '../preferences/preferences.repository.js';
import type { ChangeGroup } from './change-queue.repository.js';
import { cardOf } from '../list/notification-view.js';

/** Votes that have been taken out of the queue, and what they bring their poll to. */
export interface TakenVotes {
  /** Index of the group among those asked for. */
  readonly place: number;
  /** Null when nothing was taken. */
  readonly added: number | null;
  /** Votes on the poll in all, those taken included. */
  readonly votes: number;
  /** Of the latest change, in milliseconds since the epoch. */
  readonly at: number;
  readonly authorId: number;
  /** A draw is due. */
  readonly due: boolean;
  /** There is more to it than adding votes: it is to be folded by itself. */
  readonly alone: boolean;
}

/** Votes that a notice is to say. */
export interface AddedVotes {
  readonly recipientId: number;
  readonly pollId: number;
  readonly added: number;
  readonly votes: number;
  readonly at: number;
  readonly authorId: number;
  /** Voters of whom one may be named, in random order; undefined when no draw was asked for. */
  readonly candidates: readonly number[] | undefined;
}
export interface GrowingNotification extends AddedVotes {
  /** The recipient's number for it. */
  readonly seq: number;
  readonly readSeq: number;
}

export interface GrownVotes {
  /** Index among those written. */
  readonly place: number;
  /** Null for who has switched vote notices off, and when no vote was added. */
  readonly notificationId: number | null;
  /** The poll's question when a push is wanted and there is a device for it; null otherwise. */
  readonly question: string | null;
  /** Of the one who is named. */
  readonly name: string | null;
}

/** Groups whose poll has had enough votes for a draw. */
const DUE = `
  select (a.place - 1)::int as place
  from unnest($1::bigint[], $2::bigint[]) with ordinality as a (recipient_id, poll_id, place)
  cross join lateral (select votes - named_votes as since from poll_activity where poll_id = a.poll_id and not deleted and question is not null limit 1) p
  cross join lateral (
    select sum(amount) as added from notice_changes where recipient_id = a.recipient_id and kind = 'vote' and object_id = a.poll_id and due_at <= now() offset 0
  ) c
  where c.added > 0 and p.since + c.added >= $3::float8 order by 1`;

/**
 * The polls' rows first, those that nobody else has at the moment: a transaction that has many polls must never wait
 * for one more, since consumers lock polls in whatever order their events come. Then the votes of those polls that need
 * no more than adding; the condition is VoterDraws.isDue. Limits and offsets here keep the planner from reading whole
 * tables.
 */
const TAKE = `
  with asked as materialized (
    select recipient_id, poll_id, named, place from unnest($1::bigint[], $2::bigint[], $4::boolean[]) with ordinality as a (recipient_id, poll_id, named, place)
  ), mine as materialized (
    select poll_id, author_id, votes, named_votes from poll_activity where poll_id = any($2::bigint[]) and not deleted and question is not null for update skip locked
  ), waiting as materialized (
    select c.id, a.place, c.amount from mine m join asked a on a.poll_id = m.poll_id
    cross join lateral (select id, amount from notice_changes where recipient_id = a.recipient_id and kind = 'vote' and object_id = a.poll_id and due_at <= now() offset 0) c
  ), plain as materialized (
    select a.place, m.votes from waiting w join asked a on a.place = w.place join mine m on m.poll_id = a.poll_id
    group by a.place, a.named, m.votes, m.named_votes having m.votes + sum(w.amount) - m.named_votes < $3::float8 or a.named and sum(w.amount) > 0
  ), taken as (
    delete from notice_changes c using (select w.id, w.place from plain p join waiting w on w.place = p.place) t where c.id = t.id returning t.place, c.amount, c.occurred_at
  ), sums as materialized (
    select place, sum(amount)::float8 as added, max(occurred_at) as at from taken group by place
  )
  select (a.place - 1)::int as place, s.added, p.votes + s.added as votes, (extract(epoch from s.at) * 1000)::float8 as at,
    m.author_id::float8 as "authorId", coalesce(p.votes + s.added - m.named_votes >= $3::float8, false) as due,
    p.place is null and case
      when m.poll_id is null then not exists (select from poll_activity k where k.poll_id = a.poll_id and not k.deleted and k.question is not null)
      else exists (select from waiting w where w.place = a.place)
    end as alone
  from asked a left join plain p on p.place = a.place left join sums s on s.place = a.place left join mine m on m.poll_id = a.poll_id
  order by a.place`;

/** As NotificationsRepository.grow does with one notice, of votes and without a name; and the polls' totals. */
const GROW = `
  with taken as materialized (
    select t.recipient_id, t.poll_id, t.added, t.votes, t.at, t.seq, t.read_seq, t.actor_id, t.named, t.place,
      t.added > 0 and not coalesce('vote' = any(f.in_app_off), false) as shows, t.added > 0 and not coalesce('vote' = any(f.push_off), ${isPushOffAtFirst('vote')}) as rings
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::bigint[], $7::bigint[], $8::bigint[], $9::boolean[])
      with ordinality as t (recipient_id, poll_id, added, votes, at, seq, read_seq, actor_id, named, place)
    left join lateral (select in_app_off, push_off from preferences where user_id = t.recipient_id limit 1) f on true
  ), unread as materialized (
    select t.place from taken t join notices n on n.recipient_id = t.recipient_id and n.kind = 'vote' and n.object_id = t.poll_id where t.shows and n.seq > t.read_seq
  ), grown as (
    insert into notices as n (recipient_id, kind, object_id, poll_id, actor_id, count, seq, updated_at, card)
    select t.recipient_id, 'vote', t.poll_id, t.poll_id, t.actor_id, t.votes, t.seq, to_timestamp(t.at / 1000), ${cardOf('t.actor_id', 't.poll_id', 'null::bigint')}
    from taken t where t.shows order by t.place
    on conflict (recipient_id, kind, object_id) do update set actor_id = excluded.actor_id, comment_id = null, card = excluded.card, count = excluded.count, seq = excluded.seq,
      updated_at = greatest(n.updated_at, excluded.updated_at), folded_at = now()
    returning n.id, n.recipient_id, n.object_id
  ), raised as (
    update unread_counts u set count = u.count + r.times
    from (select t.recipient_id, count(*)::int as times from taken t where t.shows and not exists (select from unread o where o.place = t.place) group by 1) r
    where u.user_id = r.recipient_id
  ), counted as (
    update poll_activity p set votes = t.votes, named_votes = case when t.named then t.votes else p.named_votes end from taken t where p.poll_id = t.poll_id and t.added > 0
  )
  select (t.place - 1)::int as place, g.id::float8 as "notificationId",
    case when t.rings and exists (select from push_tokens d where d.user_id = t.recipient_id) then (select q.question from poll_activity q where q.poll_id = t.poll_id) end as question,
    (select f.name from profiles f where f.user_id = t.actor_id) as name
  from taken t left join grown g on g.recipient_id = t.recipient_id and g.object_id = t.poll_id
  order by t.place`;

/** SQL of many vote notices at once. Each statement costs about the same for one group as for all of them. */
@Injectable()
export class VoteMergerRepository {
  constructor(private readonly database: Database) {}

  /** Indices of the groups in which somebody is to be named, as far as can be seen without their locks. */
  async due(groups: readonly ChangeGroup[], minVoters: number): Promise<number[]> {
    const rows = await this.database.query<{ place: number }>({
      name: 'votes-to-name',
      text: DUE,
      values: [...idsOf(groups), minVoters],
    });
    return rows.map(({ place }) => place);
  }

  /**
   * Locks the polls and takes the votes of those groups to which votes are only added. Groups must be of different
   * polls. One that another transaction has at the moment, or whose changes are gone, comes back with nothing taken.
   * @param named which groups may be taken although somebody is to be named in them
   * @param minVoters votes on a poll from one named vote notice to the next
   */
  take(
    tx: Transaction,
    groups: readonly ChangeGroup[],
    named: readonly boolean[],
    minVoters: number,
  ): Promise<TakenVotes[]> {
    return tx.query<TakenVotes>({ text: TAKE, values: [...idsOf(groups), minVoters, named] });
  }

  /**
   * Writes the notices, with `actors` named in them by poll, the recipients' unread counts and the polls' totals. Polls
   * and recipients are locked by then.
   */
  grow(
    tx: Transaction,
    notices: readonly GrowingNotification[],
    actors: ReadonlyMap<number, number>,
  ): Promise<GrownVotes[]> {
    return tx.query<GrownVotes>({
      text: GROW,
      values: [
        notices.map(({ recipientId }) => recipientId),
        notices.map(({ pollId }) => pollId),
        notices.map(({ added }) => added),
        notices.map(({ votes }) => votes),
        notices.map(({ at }) => at),
        notices.map(({ seq }) => seq),
        notices.map(({ readSeq }) => readSeq),
        notices.map(({ pollId }) => actors.get(pollId) ?? null),
        notices.map(({ candidates }) => candidates !== undefined),
      ],
    });
  }
}

const idsOf = (groups: readonly ChangeGroup[]): [recipients: number[], polls: number[]] => [
  groups.map(({ recipientId }) => recipientId),
  groups.map(({ objectId }) => objectId),
];
