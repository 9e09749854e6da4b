import { expect } from '@playwright/test';
import type { SmtpServer } from '@inkling/testing';

/** Path and query of the latest mailed link to `path`, once one other than `before` has arrived. */
export async function mailedLink(mailbox: SmtpServer, to: string, path: string, before?: string): Promise<string> {
  let link: string | undefined;
  await expect(() => {
    const texts = mailbox.to(to).map(({ mail }) => mail.text ?? '');
    link = new RegExp(`${path}\\?token=[\\w-]+`).exec(texts.findLast((text) => text.includes(path)) ?? '')?.[0];
    expect(link, `a mail to ${to}`).toBeDefined();
    expect(link).not.toBe(before);
  }).toPass({ timeout: 30_000 });
  return link!;
}
