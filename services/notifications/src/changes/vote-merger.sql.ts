import type { Transaction } from '@inkling/platform';
import { cardOf } from '../list/notifications.sql.js';
import { isPushOffAtFirst } from '../preferences/preferences.repository.js';
import type { Tables } from '../tables.js';
import type { ChangeGroup } from './change-queue.repository.js';

// The statements of a batch of vote notifications. A burst of votes over thousands of polls is measured, and each
// statement costs about the same for one poll as for all of a batch.

type Queries = Pick<Transaction<Tables>, 'query'>;

export interface PollState {
  /** Index of the group. */
  readonly place: number;
  readonly poll: 'known' | 'unknown' | 'deleted';
  /** With the votes that wait, the poll has enough for a draw of voters. */
  readonly due: boolean;
}

const POLL_STATES = `
  select (a.place - 1)::int as place,
    case when p.deleted then 'deleted' when p.question is null then 'unknown' else 'known' end as poll,
    coalesce(p.since + c.added >= $3::float8, false) as due
  from unnest($1::bigint[], $2::bigint[]) with ordinality as a (recipient_id, poll_id, place)
  left join lateral (
    select question, deleted, votes - named_votes as since from poll_activity where poll_id = a.poll_id limit 1
  ) p on true
  left join lateral (
    select sum(amount) as added from notice_changes
    where recipient_id = a.recipient_id and kind = 'vote' and object_id = a.poll_id and due_at <= now()
    offset 0
  ) c on true
  order by a.place`;

/**
 * What is known about the polls of these groups, without locking them.
 * @param minVoters votes on a poll from one draw of voters to the next
 */
export const pollStates = (queries: Queries, groups: readonly ChangeGroup[], minVoters: number): Promise<PollState[]> =>
  queries.query<PollState>({ name: 'votes-to-name', text: POLL_STATES, values: [...idsOf(groups), minVoters] });

export interface TakenVotes {
  /** Index of the group. */
  readonly place: number;
  /** Votes taken out of the queue; 0 when only a name was missing. */
  readonly added: number;
  /** All votes on the poll, including the ones taken. */
  readonly votes: number;
  /** Time of the latest vote, in milliseconds since the epoch. */
  readonly at: number;
  /** The poll has enough votes for a draw of voters. */
  readonly due: boolean;
}

/**
 * Locks the polls first, except those that another transaction has locked: consumers lock polls in the order of their
 * events, so a transaction that holds many polls and waits for one more could deadlock. `offset 0` keeps the planner
 * from reading whole tables.
 */
const TAKE = `
  with asked as materialized (
    select recipient_id, poll_id, drawn, place
    from unnest($1::bigint[], $2::bigint[], $4::boolean[]) with ordinality as a (recipient_id, poll_id, drawn, place)
  ), locked as materialized (
    select poll_id, votes, named_votes from poll_activity
    where poll_id = any($2::bigint[]) and not deleted and question is not null
    for update skip locked
  ), waiting as materialized (
    select c.id, a.place, c.amount from locked l join asked a on a.poll_id = l.poll_id
    cross join lateral (
      select id, amount from notice_changes
      where recipient_id = a.recipient_id and kind = 'vote' and object_id = a.poll_id and due_at <= now()
      offset 0
    ) c
  ), complete as materialized (
    select a.place, l.votes, l.named_votes
    from waiting w join asked a on a.place = w.place join locked l on l.poll_id = a.poll_id
    group by a.place, a.drawn, l.votes, l.named_votes
    having a.drawn or l.votes + sum(w.amount) - l.named_votes < $3::float8
  ), taken as (
    delete from notice_changes c using (
      select w.id, w.place from complete p join waiting w on w.place = p.place
    ) t
    where c.id = t.id returning t.place, c.amount, c.occurred_at
  ), sums as materialized (
    select place, sum(amount)::float8 as added, max(occurred_at) as at from taken group by place
  )
  select (p.place - 1)::int as place, s.added, p.votes + s.added as votes,
    (extract(epoch from s.at) * 1000)::float8 as at, p.votes + s.added - p.named_votes >= $3::float8 as due
  from complete p join sums s on s.place = p.place
  order by p.place`;

/**
 * Locks the polls of these groups, which must be different, and takes their votes out of the queue. A group is left for
 * later when another transaction has locked its poll, or when a draw of voters has become due that was not tried.
 * @param drawn for which groups a draw was tried
 * @param minVoters votes on a poll from one draw of voters to the next
 */
export const takeVotes = (
  tx: Queries,
  groups: readonly ChangeGroup[],
  drawn: readonly boolean[],
  minVoters: number,
): Promise<TakenVotes[]> => tx.query<TakenVotes>({ text: TAKE, values: [...idsOf(groups), minVoters, drawn] });

/** Votes to be shown by a notification. */
export interface VoteNotification extends Omit<TakenVotes, 'place' | 'due'> {
  readonly recipientId: number;
  readonly pollId: number;
  /** The recipient's number for this notification, and the last number that the recipient has read. */
  readonly seq: number;
  readonly readSeq: number;
  /** The poll's voters were drawn: the next draw is due after as many votes again. */
  readonly drawn: boolean;
  /** The voter to name; null for nobody. */
  readonly actorId: number | null;
}

export interface WrittenVotes {
  /** Index among the notifications. */
  readonly place: number;
  /** Null when the recipient has switched vote notifications off, or when nothing changed. */
  readonly notificationId: number | null;
  /** The poll's question when the recipient wants a push and has a device; else null. */
  readonly question: string | null;
  /** Name of the actor. */
  readonly name: string | null;
}

const WRITE = `
  with taken as materialized (
    select t.*, not coalesce('vote' = any(f.in_app_off), false) as listed,
      t.added > 0 and not coalesce('vote' = any(f.push_off), ${isPushOffAtFirst('vote')}) as pushed
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::bigint[], $7::bigint[],
        $8::bigint[], $9::boolean[])
      with ordinality as t (recipient_id, poll_id, added, votes, at, seq, read_seq, actor_id, drawn, place)
    left join lateral (select in_app_off, push_off from preferences where user_id = t.recipient_id limit 1) f on true
  ), unread as materialized (
    select t.place from taken t
    join notices n on n.recipient_id = t.recipient_id and n.kind = 'vote' and n.object_id = t.poll_id
    where t.listed and t.added > 0 and n.seq > t.read_seq
  ), grown as (
    insert into notices as n (recipient_id, kind, object_id, poll_id, actor_id, count, seq, updated_at, card)
    select t.recipient_id, 'vote', t.poll_id, t.poll_id, t.actor_id, t.votes, t.seq, to_timestamp(t.at / 1000),
      ${cardOf('t.actor_id', 't.poll_id', 'null::bigint')}
    from taken t where t.listed and t.added > 0 order by t.place
    on conflict (recipient_id, kind, object_id) do update set actor_id = excluded.actor_id, comment_id = null,
      card = excluded.card, count = excluded.count, seq = excluded.seq,
      updated_at = greatest(n.updated_at, excluded.updated_at), folded_at = now()
    returning n.id, n.recipient_id, n.object_id
  ), named as (
    update notices n set actor_id = t.actor_id, card = ${cardOf('t.actor_id', 't.poll_id', 'null::bigint')}
    from taken t
    where t.listed and t.added = 0 and t.actor_id is not null
      and n.recipient_id = t.recipient_id and n.kind = 'vote' and n.object_id = t.poll_id
    returning n.id, n.recipient_id, n.object_id
  ), raised as (
    update unread_counts u set count = u.count + r.times
    from (
      select t.recipient_id, count(*)::int as times from taken t
      where t.listed and t.added > 0 and not exists (select from unread o where o.place = t.place) group by 1
    ) r
    where u.user_id = r.recipient_id
  ), counted as (
    update poll_activity p set votes = t.votes, named_votes = case when t.drawn then t.votes else p.named_votes end
    from taken t where p.poll_id = t.poll_id
  )
  select (t.place - 1)::int as place, w.id as "notificationId",
    case when t.pushed and exists (select from push_tokens d where d.user_id = t.recipient_id)
      then (select q.question from poll_activity q where q.poll_id = t.poll_id) end as question,
    (select f.name from profiles f where f.user_id = t.actor_id) as name
  from taken t
  left join (select * from grown union all select * from named) w
    on w.recipient_id = t.recipient_id and w.object_id = t.poll_id
  order by t.place`;

/**
 * Writes the notifications, the recipients' unread counts and the polls' totals, as `NotificationsRepository.grow` does
 * for a single notification. Polls and recipients must be locked. Without new votes, an existing notification only gets
 * its name.
 */
export const writeVotes = (tx: Queries, notifications: readonly VoteNotification[]): Promise<WrittenVotes[]> =>
  tx.query<WrittenVotes>({
    text: WRITE,
    values: [
      notifications.map(({ recipientId }) => recipientId),
      notifications.map(({ pollId }) => pollId),
      notifications.map(({ added }) => added),
      notifications.map(({ votes }) => votes),
      notifications.map(({ at }) => at),
      notifications.map(({ seq }) => seq),
      notifications.map(({ readSeq }) => readSeq),
      notifications.map(({ actorId }) => actorId),
      notifications.map(({ drawn }) => drawn),
    ],
  });

const idsOf = (groups: readonly ChangeGroup[]): [recipients: number[], polls: number[]] => [
  groups.map(({ recipientId }) => recipientId),
  groups.map(({ objectId }) => objectId),
];
