import { PREFERENCE_KINDS, type NotificationType } from '@inkling/contracts';
import type { Transaction } from '@inkling/platform';

export type PushKind = NotificationType | (typeof PREFERENCE_KINDS)[number];

/** A message for the lock screen of one user. */
export interface PushRequest {
  readonly userId: number;
  readonly kind: PushKind;
  /** A later push of the same notification replaces this one, in the queue and on the device. */
  readonly notificationId?: number | undefined;
  readonly title: string;
  /** Of any length; the sender shortens it to what fits. */
  readonly body: string;
  /** Path in the application, such as `/poll/7`. Without a notification, a later push with this path replaces it. */
  readonly link: string;
  /** Path or address of a picture. */
  readonly image?: string | undefined;
  /** The user whose name the text carries and who may withdraw it. Only the queue stores this; devices never get it. */
  readonly names?: number | undefined;
}

type PushObject = Pick<PushRequest, 'kind' | 'notificationId' | 'link'>;

/** Kind and object of a push: for each user, one push of a topic waits in the queue and one shows on a device. */
export const topicOf = ({ kind, notificationId, link }: PushObject): string => `${kind}:${notificationId ?? link}`;

const FRESH_MS = 3_600_000;

/** Recent enough for a push: after a long outage, nobody wants to be woken by what happened hours ago. */
export const isFresh = (at: number): boolean => Date.now() - at < FRESH_MS;

/**
 * Queues a push in the caller's transaction; the caller has checked the user's preferences. Nothing is stored for a
 * user without a device, so where push is off this costs one index lookup.
 */
export const enqueuePush = (tx: Pick<Transaction, 'query'>, push: PushRequest): Promise<void> =>
  enqueuePushes(tx, [push]);

/** `enqueuePush` for many in one statement. Of several pushes of one topic to one user, the last counts. */
export async function enqueuePushes(tx: Pick<Transaction, 'query'>, pushes: readonly PushRequest[]): Promise<void> {
  const latest = new Map(pushes.map((push) => [`${push.userId} ${topicOf(push)}`, push]));
  if (latest.size === 0) return;
  const rows = [...latest.values()].map((push) => ({
    user_id: push.userId,
    kind: push.kind,
    notice_id: push.notificationId ?? null,
    topic: topicOf(push),
    payload: { title: push.title, body: push.body, link: push.link, image: push.image, names: push.names },
  }));
  await tx.query({
    // Sorted by key, so that two transactions cannot deadlock. A waiting push keeps its `due_at`; a new one would put a
    // busy topic off for ever.
    text: `
      insert into push_queue as q (user_id, kind, notice_id, topic, payload)
      select user_id, kind, notice_id, topic, payload
      from jsonb_to_recordset($1::jsonb) as r (user_id bigint, kind text, notice_id bigint, topic text, payload jsonb)
      where exists (select 1 from push_tokens t where t.user_id = r.user_id)
      order by user_id, topic
      on conflict (user_id, topic) do update set payload = excluded.payload, notice_id = excluded.notice_id,
        revision = q.revision + 1, token_ids = null, created_at = now()`,
    values: [JSON.stringify(rows)],
  });
}

/** Removes the waiting pushes of these topics, for all users. A push that is being sent may still arrive. */
export async function cancelPushes(tx: Pick<Transaction, 'query'>, pushes: readonly PushObject[]): Promise<void> {
  if (pushes.length === 0) return;
  await tx.query({
    text: `
      delete from push_queue where id in (
        select id from push_queue where topic = any($1::text[]) order by user_id, topic for update)`,
    values: [[...new Set(pushes.map(topicOf))]],
  });
}

/** Removes the waiting pushes that carry the name of a user who no longer wants to be named. */
export async function cancelNamingPushes(tx: Pick<Transaction, 'query'>, userId: number): Promise<void> {
  await tx.query({
    text: `
      delete from push_queue where id in (
        select id from push_queue where kind = 'vote' and payload -> 'names' = to_jsonb($1::bigint)
        order by user_id, topic for update)`,
    values: [userId],
  });
}
