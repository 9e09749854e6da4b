import type { ContactBody, MailRequest } from '@inkling/contracts';
import type { Transaction } from '@inkling/platform';

/** A waiting mail, as the columns `template` and `content` of `mail_queue` store it. */
export type QueuedMail =
  | {
      readonly template: MailRequest['template'];
      readonly content: { readonly to: string; readonly name: string; readonly link?: string };
    }
  /** Goes to the operators. */
  | { readonly template: 'contact'; readonly content: ContactBody };

/** Queues a mail in the caller's transaction. */
export async function enqueueMail(tx: Pick<Transaction, 'query'>, { template, content }: QueuedMail): Promise<void> {
  await tx.query({
    text: 'insert into mail_queue (template, content) values ($1, $2)',
    values: [template, JSON.stringify(content)],
  });
}
