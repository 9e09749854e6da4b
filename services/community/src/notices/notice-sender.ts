import { Injectable } from '@nestjs/common';
import { noticeDue } from '@inkling/contracts';
import { Database, PeriodicWorker, RIGHT_NOW } from '@inkling/platform';
import type { Tables } from '../tables.js';

const EVERY_MS = 1_000;
/** Notices in one transaction. */
const BATCH = 100;

/**
 * Sends notices that are due. One transaction marks a notice as sent and writes its event, and an undo waits for it or
 * makes it skip the notice. So each notice leaves once or never, with several replicas as well.
 */
@Injectable()
export class NoticeSender extends PeriodicWorker {
  constructor(private readonly database: Database<Tables>) {
    super({ name: 'Sending notices of acts', everyMs: EVERY_MS });
  }

  protected async work(stopping: AbortSignal): Promise<void> {
    let sent = BATCH;
    while (sent === BATCH && !stopping.aborted) sent = await this.#sendSome();
  }

  #sendSome(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const due = await tx.kysely
        .selectFrom('notices')
        .select(['id', 'user_id', 'content', 'mail'])
        .where('sent_at', 'is', null)
        .where('due_at', '<=', RIGHT_NOW)
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      if (due.length === 0) return 0;
      await tx.kysely
        .updateTable('notices')
        .set({ sent_at: RIGHT_NOW })
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .execute();
      for (const { id, user_id, content, mail } of due)
        await tx.publish(noticeDue, { noticeId: id, userId: user_id, notice: content, mail });
      return due.length;
    });
  }
}
