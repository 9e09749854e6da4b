import { PREFERENCE_KINDS, type NotificationType } from '@inkling/contracts';
import { NOW, type Transaction } from '@inkling/platform';
import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Tables } from '../tables.js';

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
  /**
   * The user whom the text names, or who asked the poll. If they withdraw it, or a block or a mute comes between, the
   * push is not sent. Only the queue stores this; devices never get it.
   */
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
export const enqueuePush = (tx: Pick<Transaction<Tables>, 'kysely'>, push: PushRequest): Promise<void> =>
  enqueuePushes(tx, [push]);

const QUEUED = ['user_id', 'kind', 'notice_id', 'topic', 'payload'] as const;
type QueuedRow = Pick<Selectable<Tables['push_queue']>, (typeof QUEUED)[number]>;
const AS_PUSHES = sql`r (user_id bigint, kind text, notice_id bigint, topic text, payload jsonb)`;

/**
 * `enqueuePush` for many in one statement, as JSON: a fan-out queues a thousand at once. Of several pushes of one topic
 * to one user, the last counts. Sorted by key, so that two transactions cannot deadlock. A waiting push keeps its
 * `due_at`; a new one would put a busy topic off for ever.
 */
export async function enqueuePushes(
  { kysely }: Pick<Transaction<Tables>, 'kysely'>,
  pushes: readonly PushRequest[],
): Promise<void> {
  const latest = new Map(pushes.map((push) => [`${push.userId} ${topicOf(push)}`, push]));
  if (latest.size === 0) return;
  const rows = [...latest.values()].map((push) => ({
    user_id: push.userId,
    kind: push.kind,
    notice_id: push.notificationId ?? null,
    topic: topicOf(push),
    payload: { title: push.title, body: push.body, link: push.link, image: push.image, names: push.names },
  }));
  const queued = sql<QueuedRow>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'r'>(AS_PUSHES);
  await kysely
    .insertInto('push_queue')
    .columns(QUEUED)
    .expression((db) =>
      db
        .selectFrom(queued)
        .select(QUEUED)
        .where((eb) =>
          eb.exists(eb.selectFrom('push_tokens as t').select('t.id').whereRef('t.user_id', '=', 'r.user_id')),
        )
        .orderBy('user_id')
        .orderBy('topic'),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'topic']).doUpdateSet((eb) => ({
        payload: eb.ref('excluded.payload'),
        notice_id: eb.ref('excluded.notice_id'),
        revision: eb('push_queue.revision', '+', 1),
        token_ids: null,
        created_at: NOW,
      })),
    )
    .execute();
}

/** Removes the waiting pushes of these topics, for all users. A push that is being sent may still arrive. */
export async function cancelPushes({ kysely }: Transaction<Tables>, pushes: readonly PushObject[]): Promise<void> {
  if (pushes.length === 0) return;
  const topics = [...new Set(pushes.map(topicOf))];
  await cancel(kysely, kysely.selectFrom('push_queue').select('id').where('topic', 'in', topics));
}

/** Removes the waiting pushes that carry the name of a user who no longer wants to be named. */
export async function cancelNamingPushes({ kysely }: Transaction<Tables>, userId: number): Promise<void> {
  const naming = kysely
    .selectFrom('push_queue')
    .select('id')
    .where('kind', '=', 'vote')
    .where((eb) => eb(eb.ref('payload', '->').key('names'), '=', sql<number>`to_jsonb(${userId}::bigint)`));
  await cancel(kysely, naming);
}

/** Removes a user's waiting pushes that name somebody or are about that person's polls. */
export async function cancelPushesAbout(
  { kysely }: Transaction<Tables>,
  userId: number,
  otherId: number,
): Promise<void> {
  const about = kysely
    .selectFrom('push_queue')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.ref('payload', '->').key('names'), '=', sql<number>`to_jsonb(${otherId}::bigint)`));
  await cancel(kysely, about);
}

/** Locks in the order of `enqueuePushes`, so that two transactions cannot deadlock. */
async function cancel(kysely: Kysely<Tables>, ids: SelectQueryBuilder<Tables, 'push_queue', { id: number }>) {
  const locked = ids.orderBy('user_id').orderBy('topic').forUpdate();
  await kysely.deleteFrom('push_queue').where('id', 'in', locked).execute();
}
