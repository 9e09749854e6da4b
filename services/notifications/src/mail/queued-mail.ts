import type { ContactBody, MailRequest, NoticeContent } from '@inkling/contracts';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** Goes to the account's address at the time of sending, which fills in address, name and link. */
export interface ModerationMail {
  readonly userId: number;
  readonly notice: NoticeContent;
  readonly to?: string;
  readonly name?: string;
  readonly link?: string;
}

/** A waiting mail, as the columns `template` and `content` of `mail_queue` store it. */
export type QueuedMail =
  | {
      readonly template: MailRequest['template'];
      readonly content: {
        readonly to: string;
        readonly name: string;
        readonly link?: string;
        readonly facts?: string[];
        readonly at?: string;
      };
    }
  | { readonly template: 'moderation'; readonly content: ModerationMail }
  /** Goes to the operators. */
  | { readonly template: 'contact'; readonly content: ContactBody };

/**
 * Queues a mail, in the caller's transaction where there is one.
 * @param id of the request; a mail for one of the last weeks is not queued again
 */
export async function enqueueMail(
  kysely: Kysely<Tables>,
  { template, content }: QueuedMail,
  id?: string,
): Promise<void> {
  await kysely
    .insertInto('mail_queue')
    .values({
      template,
      content: sql<QueuedMail['content']>`${JSON.stringify(content)}::jsonb`,
      ...(id === undefined ? {} : { request_id: id }),
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .execute();
}
