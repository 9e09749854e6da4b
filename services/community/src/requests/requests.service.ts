import { Injectable } from '@nestjs/common';
import {
  signUpDecided,
  signUpRequested,
  type EventData,
  type SignUpDecisionBody,
  type SignUpRequests,
} from '@inkling/contracts';
import { ApiError, Database, NOW, OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import { Log } from '../log/log.js';
import type { Tables } from '../tables.js';

const LISTED_MAX = 100;

/** People who ask to join, and what moderators decide (docs/product.md#who-may-join). */
@Injectable()
export class RequestsService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly log: Log,
  ) {}

  /** A request that was taken back before it arrived here stays away. */
  @OnEvent(signUpRequested)
  async onRequested(
    { userId, email, answer, requestedAt }: EventData<typeof signUpRequested>,
    tx: Transaction<Tables>,
  ): Promise<void> {
    if ((await purgedAmong(tx, [userId])).size > 0) return;
    await tx.kysely
      .insertInto('sign_up_requests')
      .values({ user_id: userId, email, answer, requested_at: new Date(requestedAt) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Those that wait, the oldest first; with the addresses where `addresses` says so. */
  async waiting(addresses: boolean): Promise<SignUpRequests> {
    const waiting = this.database.kysely.selectFrom('sign_up_requests').where('state', '=', 'waiting');
    const [rows, count] = await Promise.all([
      waiting
        .select(['user_id', 'email', 'answer', 'requested_at'])
        .orderBy('requested_at')
        .orderBy('user_id')
        .limit(LISTED_MAX)
        .execute(),
      waiting.select(({ fn }) => fn.countAll<number>().as('waiting')).executeTakeFirstOrThrow(),
    ]);
    const requests = rows.map(({ user_id: userId, email, answer, requested_at: at }) => ({
      userId,
      email: addresses ? email : null,
      answer,
      requestedAt: at.toISOString(),
    }));
    return { requests, waiting: count.waiting };
  }

  /**
   * Decides once; auth carries it out. Deciding the same again changes nothing.
   * @throws ApiError `request-not-found`; `request-decided` if somebody has decided otherwise
   */
  async decide({ userId, actorId, approve, reason }: SignUpDecisionBody & { userId: number; actorId: number }) {
    const state = approve ? 'approved' : 'refused';
    await this.database.transaction(async (tx) => {
      const request = await tx.kysely
        .selectFrom('sign_up_requests')
        .select('state')
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      if (!request) throw new ApiError('request-not-found');
      if (request.state === state) return;
      if (request.state !== 'waiting') throw new ApiError('request-decided');
      await tx.kysely
        .updateTable('sign_up_requests')
        .set({ state, email: null, answer: null, decided_at: NOW })
        .where('user_id', '=', userId)
        .execute();
      await this.log.append(tx, {
        by: actorId,
        what: approve ? 'request-approved' : 'request-refused',
        personId: userId,
        ...(reason === undefined ? {} : { details: { reason } }),
      });
      await tx.publish(signUpDecided, { userId, approved: approve, reason: reason ?? null });
    });
  }
}
