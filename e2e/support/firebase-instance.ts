import { acquireFirebaseTools, startFirebaseEmulator } from '../../infra/test/firebase-emulator.mjs';
import { SmtpServer } from '@inkling/testing';
import { Instance } from './instance.mjs';
import { test as base } from './journey';

/** A product whose users sign in by email through Firebase's emulator. */
export interface WithFirebase {
  readonly origin: string;
  /** `host:port` of the emulator. */
  readonly emulator: string;
  /** Receives the mails. */
  readonly mailbox: SmtpServer;
}

/** Why there is no emulator on this machine, or null. */
async function missingEmulator(): Promise<string | null> {
  if (process.env['INKLING_TEST_FIREBASE'] === '0') return 'INKLING_TEST_FIREBASE=0 goes without the Firebase emulator';
  return acquireFirebaseTools().then(
    () => null,
    (error: Error) => error.message,
  );
}

/** Playwright's test with a product of its own. Skipped, with the reason, where the emulator is not available. */
export const test = base.extend<object, { product: WithFirebase | null; missing: string | null }>({
  missing: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => give(await missingEmulator()),
    { scope: 'worker', timeout: 240_000 },
  ],
  product: [
    async ({ missing }, give) => {
      if (missing !== null) return give(null);
      const emulator = await startFirebaseEmulator();
      const mailbox = await SmtpServer.start();
      const instance = await Instance.create({
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'inkling@example.org',
        FIREBASE_PROJECT_ID: emulator.project,
        FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
        FIREBASE_WEB_CONFIG: JSON.stringify({
          apiKey: 'any',
          authDomain: 'demo.firebaseapp.example',
          projectId: emulator.project,
        }),
      });
      try {
        await instance.start();
        await give({ origin: instance.origin, emulator: emulator.host, mailbox });
      } finally {
        await instance.stop();
        await mailbox.close();
        await emulator.stop();
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ missing, product }, give, info) => {
    if (missing !== null) info.skip(true, missing);
    await give(product?.origin);
  },
});
