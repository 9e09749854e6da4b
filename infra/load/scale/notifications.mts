/** Notifications in bulk, with what they show: polls, comments, unread counts. */
import type { Client } from 'pg';

/** Of someone who reads: more than a page. */
const NOTIFICATIONS = 40;
/** Everyone else gets a notification in every so many rounds. */
const ROUNDS_PER_NOTIFICATION = 20;

/**
 * Notifications for new users, and for those who read. They are added in rounds, so that one user's are scattered over
 * the table as those of years are.
 * @param client with the notifications service's names
 * @param range `firstUser`, `firstPoll`: of the new ones; `users`: all
 */
export async function addNotifications(
  client: Client,
  {
    firstUser,
    users,
    firstPoll,
    lastPoll,
    readers,
  }: { firstUser: number; users: number; firstPoll: number; lastPoll: number; readers: readonly number[] },
) {
  await client.query(
    `insert into poll_activity (poll_id, author_id, question, votes, named_votes)
     select p.id, p.author_id, p.question, c.votes_count, c.votes_count from polls.polls p
       join polls.poll_counters c on c.poll_id = p.id where p.id between $1 and $2 order by p.id`,
    [firstPoll, lastPoll],
  );
  await client.query(
    `insert into comments (comment_id, poll_id, user_id, content, created_at)
     select id, poll_id, user_id, content, created_at from polls.comments where poll_id between $1 and $2 order by id`,
    [firstPoll, lastPoll],
  );
  await client.query('analyze profiles, poll_activity, comments');
  const { rows } = await client.query(
    'select min(comment_id)::float8 as first, max(comment_id)::float8 as last from comments',
  );
  // The service's own function packs into each row what its notification shows; any poll, comment and actor will do.
  await client.query(
    `insert into notices (recipient_id, kind, object_id, poll_id, actor_id, comment_id, count, seq, updated_at, card)
     select n.recipient_id, n.kind, n.object_id, n.poll_id, n.actor_id, n.comment_id, 1 + n.round % 7, n.round,
       now() - (${NOTIFICATIONS} - n.round) * interval '3 hours' - n.recipient_id % 1000 * interval '7 seconds',
       notice_card(n.actor_id, p, n.poll_id, a, n.comment_id, c)
     from (
     select g.recipient_id, g.round, k.kind,
       case k.kind when 'follow' then g.actor_id else s.poll_id end as object_id,
       case when k.kind <> 'follow' then s.poll_id end as poll_id,
       case when k.kind <> 'vote' or g.round % 8 = 0 then g.actor_id end as actor_id,
       case when k.kind = 'comment' then s.comment_id end as comment_id
     from (
       select r.id as recipient_id, round, 1 + (r.id * 7919 + round * 613) % $2 as actor_id
       from generate_series(1, ${NOTIFICATIONS}) round cross join lateral (
         select id from generate_series($1::bigint, $2::bigint) id
           where id % ${ROUNDS_PER_NOTIFICATION} = round % ${ROUNDS_PER_NOTIFICATION}
         union select id from unnest($3::bigint[]) id) r
     ) g
     cross join lateral (select (array['vote', 'like', 'comment', 'follow'])[1 + g.round % 4] as kind) k
     left join lateral (
       select comment_id, poll_id from comments where k.kind = 'comment'
         and comment_id = $5::bigint + (g.recipient_id * 7919 + g.round * 104729) % ($6::bigint - $5::bigint + 1)
     ) c on true
     cross join lateral (
       select c.comment_id, coalesce(c.poll_id, 1 + (g.recipient_id * 104729 + g.round * 7919) % $4) as poll_id
     ) s
     ) n
     left join profiles p on p.user_id = n.actor_id
     left join poll_activity a on a.poll_id = n.poll_id
     left join comments c on c.comment_id = n.comment_id
     order by n.round, n.recipient_id
     on conflict do nothing`,
    [firstUser, users, readers, lastPoll, rows[0].first, rows[0].last],
  );
  await client.query(
    `insert into unread_counts (user_id, count, seq, read_seq)
     select recipient_id, count(*) filter (where seq > ${NOTIFICATIONS / 2}), ${NOTIFICATIONS}, ${NOTIFICATIONS / 2}
       from notices group by recipient_id
     on conflict (user_id) do update set count = excluded.count where unread_counts.count <> excluded.count`,
  );
}
