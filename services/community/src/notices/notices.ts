import { Inject, Injectable } from '@nestjs/common';
import type { NoticeContent } from '@inkling/contracts';
import { CONFIG, fromNow, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { CommunityConfig } from '../config.js';
import type { Tables } from '../tables.js';

/** Something to tell a person. */
export interface NewNotice {
  readonly userId: number;
  readonly content: NoticeContent;
  readonly mail: boolean;
}

/** Notices about acts, which wait in case the act is undone (docs/product.md#acts). */
@Injectable()
export class Notices {
  constructor(@Inject(CONFIG) private readonly config: CommunityConfig) {}

  /** Notices about a new act, which leave after ACT_NOTICE_DELAY_MS. */
  add(tx: Transaction<Tables>, actId: number, notices: readonly NewNotice[]): Promise<void> {
    return this.#store(tx, actId, notices, this.config.ACT_NOTICE_DELAY_MS);
  }

  /** Notices that leave at once. */
  addNow(tx: Transaction<Tables>, actId: number, notices: readonly NewNotice[]): Promise<void> {
    return this.#store(tx, actId, notices, 0);
  }

  /** Removes the notices that have not been sent. @returns the sent ones */
  async takeBack({ kysely }: Transaction<Tables>, actId: number): Promise<NewNotice[]> {
    await kysely.deleteFrom('notices').where('act_id', '=', actId).where('sent_at', 'is', null).execute();
    return kysely
      .selectFrom('notices')
      .select(['user_id as userId', 'content', 'mail'])
      .where('act_id', '=', actId)
      .orderBy('id')
      .execute();
  }

  async #store(
    { kysely }: Transaction<Tables>,
    actId: number,
    notices: readonly NewNotice[],
    delayMs: number,
  ): Promise<void> {
    if (notices.length === 0) return;
    await kysely
      .insertInto('notices')
      .values(
        notices.map(({ userId, content, mail }) => ({
          act_id: actId,
          user_id: userId,
          content: sql<NoticeContent>`${JSON.stringify(content)}::jsonb`,
          mail,
          due_at: fromNow(delayMs),
        })),
      )
      .execute();
  }
}
