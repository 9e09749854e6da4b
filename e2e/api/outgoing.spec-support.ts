import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import { PREFERENCE_KINDS } from '@inkling/contracts';
import { JsonLogger } from '@inkling/platform';
import { PushService, SmtpServer } from '@inkling/testing';
import webPush from 'web-push';
import { expectStatus, type Person } from './api.spec-support.js';

const LEVELS = ['verbose', 'debug', 'log', 'warn', 'error', 'fatal'] as const;

/** What leaves a product without being asked for: pushes, mails, and log lines of every level. */
export class Outgoing {
  /** Everything that was logged since the start, with all details. */
  readonly logLines: string[] = [];
  readonly #pushes: PushService;
  readonly #mails: SmtpServer;
  readonly #loggers: { mockRestore(): void }[];
  readonly #keys = webPush.generateVAPIDKeys();

  private constructor(pushes: PushService, mails: SmtpServer) {
    this.#pushes = pushes;
    this.#mails = mails;
    this.#loggers = LEVELS.map((level) =>
      jest.spyOn(JsonLogger.prototype, level).mockImplementation((...words: unknown[]) => {
        this.logLines.push(inspect(words, { depth: 10, maxStringLength: null, maxArrayLength: null }));
      }),
    );
  }

  static async start(): Promise<Outgoing> {
    return new Outgoing(await PushService.start(), await SmtpServer.start());
  }

  /** Settings of a product that pushes and mails to here. */
  get env(): NodeJS.ProcessEnv {
    return {
      SMTP_URL: this.#mails.url,
      MAIL_FROM: 'Inkling <hello@example.org>',
      WEB_PUSH_PUBLIC_KEY: this.#keys.publicKey,
      WEB_PUSH_PRIVATE_KEY: this.#keys.privateKey,
      WEB_PUSH_CONTACT: 'mailto:push@example.org',
      WEB_PUSH_HOSTS: this.#pushes.origin,
      PUSH_MIN_INTERVAL_MS: '0',
      PUSH_PER_USER_PER_HOUR: '100000',
    };
  }

  /** A browser of the person, which gets pushes of every kind. */
  async addDevice(person: Person): Promise<void> {
    const token = this.#pushes.subscribe(deviceOf(person));
    await expectStatus(person.post('/api/notification-tokens', { token, deviceType: 'web' }), 204);
    const everyKind = Object.fromEntries(PREFERENCE_KINDS.map((kind) => [kind, { push: true }]));
    await expectStatus(person.post('/api/notifications/preferences', { ...everyKind, nameInVotes: true }), 200);
  }

  /** Pushes that the person's browser got, as text, the latest last. */
  pushesTo(person: Person): string[] {
    return this.#pushes.of(deviceOf(person)).map(({ fields }) => JSON.stringify(fields));
  }

  /** Mails to the person, as text, the latest last. */
  mailsTo({ user: { email } }: Person): string[] {
    return this.#mails.to(email).map(({ mail }) => [mail.subject, mail.text, mail.html].join('\n'));
  }

  /** Pushes and mails to everybody but these people. */
  toOthers(people: readonly Person[]): string[] {
    const [devices, addresses] = [people.map(deviceOf), people.map(({ user }) => user.email)];
    return [
      ...this.#pushes.received.filter(({ device }) => !devices.includes(device)).map((push) => JSON.stringify(push)),
      ...this.#mails.delivered
        .filter(({ to }) => !addresses.some((address) => to.includes(address)))
        .map(({ mail }) => JSON.stringify(mail)),
    ];
  }

  /** Forgets pushes and mails so far. */
  forget(): void {
    this.#pushes.received.length = 0;
    this.#mails.delivered.length = 0;
  }

  async stop(): Promise<void> {
    for (const logger of this.#loggers) logger.mockRestore();
    await this.#pushes.stop();
    await this.#mails.close();
  }
}

const deviceOf = ({ user: { id } }: Person): string => `browser-${id}`;
