import type { ContactBody, MailRequest } from '@inkling/contracts';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** A waiting mail, as the columns `template` and `content` of `mail_queue` store it. */
export type QueuedMail =
  | {
      readonly template: MailRequest['template'];
      readonly content: {
        readonly to: string;
        readonly name: string;
        readonly link?: string;
        readonly facts?: string[];
      };
    }
  /** Goes to the operators. */
  | { readonly template: 'contact'; readonly content: ContactBody };

/** Queues a mail, in the caller's transaction where there is one. */
export async function enqueueMail(kysely: Kysely<Tables>, { template, content }: QueuedMail): Promise<void> {
  await kysely
    .insertInto('mail_queue')
    .values({ template, content: sql<QueuedMail['content']>`${JSON.stringify(content)}::jsonb` })
    .execute();
}
