import { PREFERENCE_KINDS, type NotificationType } from '@inkling/contracts';
import type { Transaction } from '@inkling/platform';

export type PushKind = NotificationType | (typeof PREFERENCE_KINDS)[number];

/** What one user is told of on the lock screen. */
export interface PushRequest {
  readonly userId: number;
  readonly kind: PushKind;
  /** The notice it stands for; a later push of the same notice replaces this one, also on the device. */
  readonly noticeId?: number;
  readonly title: string;
  /** Of any length; the sender shortens it to what fits. */
  readonly body: string;
  /** Path in the application, such as `/poll/7`; without a `noticeId` it is the object that pushes are collapsed by. */
  readonly link: string;
  /** Path or address of a picture. */
  readonly image?: string;
  /** The user whose name its words carry only by leave; it never leaves the queue. */
  readonly names?: number;
}

/** Kind and object of a push: at most one of a topic waits per user, and one shows on a device. */
export const topicOf = ({ kind, noticeId, link }: Pick<PushRequest, 'kind' | 'noticeId' | 'link'>): string =>
  `${kind}:${noticeId ?? link}`;

/**
 * Queues a push in the caller's transaction. Nothing is stored for a user without a device, so that it costs one index
 * look-up where push is off. The caller has looked at the user's preferences.
 */
export const enqueuePush = (tx: Pick<Transaction, 'query'>, push: PushRequest): Promise<void> =>
  enqueuePushes(tx, [push]);

/**
 * `enqueuePush` of many in one statement, for instance to all followers; of the same topic and user the last counts.
 */
export async function enqueuePushes(tx: Pick<Transaction, 'query'>, pushes: readonly PushRequest[]): Promise<void> {
  const latest = new Map(pushes.map((push) => [`${push.userId} ${topicOf(push)}`, push]));
  if (latest.size === 0) return;
  const rows = [...latest.values()].map((push) => ({
    user_id: push.userId,
    kind: push.kind,
    notice_id: push.noticeId ?? null,
    topic: topicOf(push),
    payload: {
      title: push.title,
      body: push.body,
      link: push.link,
      ...(push.image === undefined ? {} : { image: push.image }),
      ...(push.names === undefined ? {} : { names: push.names }),
    },
  }));
  await tx.query({
    // Sorted by key, so that two transactions never wait for each other's rows in a circle. What waits keeps its turn:
    // setting `due_at` anew would put a busy topic off for ever.
    text: `insert into push_queue as q (user_id, kind, notice_id, topic, payload)
           select user_id, kind, notice_id, topic, payload
             from jsonb_to_recordset($1::jsonb) as r (user_id bigint, kind text, notice_id bigint, topic text, payload jsonb)
            where exists (select 1 from push_tokens t where t.user_id = r.user_id)
            order by user_id, topic
           on conflict (user_id, topic) do update
             set payload = excluded.payload, notice_id = excluded.notice_id, revision = q.revision + 1, token_ids = null, created_at = now()`,
    values: [JSON.stringify(rows)],
  });
}

/** Takes back what waits of these topics, for everyone: their object is gone. What is being sent may still arrive. */
export async function cancelPushes(
  tx: Pick<Transaction, 'query'>,
  topics: readonly Pick<PushRequest, 'kind' | 'noticeId' | 'link'>[],
): Promise<void> {
  if (topics.length === 0) return;
  await tx.query({
    text: `delete from push_queue where id in (select id from push_queue where topic = any($1::text[]) order by user_id, topic for update)`,
    values: [[...new Set(topics.map(topicOf))]],
  });
}

/** Takes back what waits with the name of a user who no longer wants to be named. */
export async function cancelNamingPushes(tx: Pick<Transaction, 'query'>, userId: number): Promise<void> {
  await tx.query({
    text: `delete from push_queue where id in (
             select id from push_queue where kind = 'vote' and payload -> 'names' = to_jsonb($1::bigint) order by user_id, topic for update)`,
    values: [userId],
  });
}
