import { PREFERENCE_KINDS, type NotificationType } from '@inkling/contracts';
import type { Transaction } from '@inkling/platform';
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { Tables } from '../tables.js';
import { ENQUEUE } from './push-queue.sql.js';

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
export const enqueuePush = (tx: Pick<Transaction<Tables>, 'query'>, push: PushRequest): Promise<void> =>
  enqueuePushes(tx, [push]);

/** `enqueuePush` for many in one statement. Of several pushes of one topic to one user, the last counts. */
export async function enqueuePushes(
  tx: Pick<Transaction<Tables>, 'query'>,
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
  await tx.query({ text: ENQUEUE, values: [JSON.stringify(rows)] });
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

/** Locks in the order of `ENQUEUE`, so that two transactions cannot deadlock. */
async function cancel(kysely: Kysely<Tables>, ids: SelectQueryBuilder<Tables, 'push_queue', { id: number }>) {
  const locked = ids.orderBy('user_id').orderBy('topic').forUpdate();
  await kysely.deleteFrom('push_queue').where('id', 'in', locked).execute();
}
