import { ResponsesServer, SmtpServer } from '@inkling/testing';
import { Instance } from './instance.mjs';
import { test as base } from './journey';

/** A product that can send mail and write Deep Dives, with the servers that it uses for both. */
export interface Equipped {
  readonly origin: string;
  /** Answers in place of a model. */
  readonly model: ResponsesServer;
  /** Receives the mails. */
  readonly mailbox: SmtpServer;
}

/** Playwright's test with its own product, one per worker: run the tests of a file in order (`mode: 'default'`). */
export const test = base.extend<object, { equipped: Equipped }>({
  equipped: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const model = await ResponsesServer.start();
      const mailbox = await SmtpServer.start();
      const instance = await Instance.create({
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'inkling@example.org',
        OPENAI_API_KEY: 'a key',
        OPENAI_BASE_URL: model.url,
      });
      try {
        await instance.start();
        await give({ origin: instance.origin, model, mailbox });
      } finally {
        await instance.stop();
        await mailbox.close();
        await model.close();
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ equipped }, give) => give(equipped.origin),
});
