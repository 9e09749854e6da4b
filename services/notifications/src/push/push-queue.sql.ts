// A fan-out queues a thousand pushes at once, and bursts of events queue and claim them for the same users.

/**
 * Queues pushes, as JSON in `$1`, of users with a device. Sorted by key, so that two transactions cannot deadlock. A
 * waiting push keeps its `due_at`; a new one would put a busy topic off for ever.
 */
export const ENQUEUE = `
  insert into push_queue as q (user_id, kind, notice_id, topic, payload)
  select user_id, kind, notice_id, topic, payload
  from jsonb_to_recordset($1::jsonb) as r (user_id bigint, kind text, notice_id bigint, topic text, payload jsonb)
  where exists (select 1 from push_tokens t where t.user_id = r.user_id)
  order by user_id, topic
  on conflict (user_id, topic) do update set payload = excluded.payload, notice_id = excluded.notice_id,
    revision = q.revision + 1, token_ids = null, created_at = now()`;
