import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiError, CONFIG, Database, PeriodicTask, ProofsOfWork, deleteInBatches } from '@inkling/platform';
import type { ContactBody } from '@inkling/contracts';
import type { NotificationsConfig } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { enqueueMail } from '../mail/queued-mail.js';
import type { Tables } from '../tables.js';
import { ContactRepository, EXPIRED_LIMITS } from './contact.repository.js';

const CLEANUP_MS = 10 * 60_000;
const EXPIRED_WORK = { table: 'used_work', where: 'expires_at < now()' };

/**
 * The contact form (docs/product.md#help-and-contact): messages are stored, and mailed where mail and CONTACT_TO are
 * configured.
 */
@Injectable()
export class ContactService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #cleanup: PeriodicTask;

  constructor(
    private readonly database: Database<Tables>,
    private readonly repository: ContactRepository,
    private readonly mail: MailService,
    private readonly work: ProofsOfWork,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {
    this.#cleanup = new PeriodicTask({
      name: 'Removing old contact limits',
      everyMs: CLEANUP_MS,
      firstMs: 0,
      run: async (stopping) => {
        for (const kind of [EXPIRED_LIMITS, EXPIRED_WORK]) await deleteInBatches(database, { ...kind, stopping });
      },
    });
  }

  onApplicationBootstrap(): void {
    this.#cleanup.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#cleanup.stop();
  }

  /**
   * @param userId of the signed-in user, if any
   * @param ip used only for the rate limit and not stored with the message
   * @throws ApiError `proof-of-work-needed`, or `too-many-requests` with `retryAfter` seconds
   */
  async send(message: ContactBody, userId: number | null, ip: string): Promise<void> {
    const { firstName, lastName, email } = message;
    const mailed = this.config.SMTP_URL !== undefined && this.config.CONTACT_TO !== undefined;
    await this.database.transaction(async (tx) => {
      await this.work.use(tx.kysely, 'contact', message.proofOfWork);
      const retryAfter = await this.repository.count(tx, ip, this.config.CONTACT_PER_IP);
      if (retryAfter > 0) throw new ApiError('too-many-requests', { extra: { retryAfter } });
      await this.repository.insert(tx, userId, message);
      if (mailed)
        await enqueueMail(tx.kysely, {
          template: 'contact',
          content: { firstName, lastName, email, message: message.message },
        });
    });
    if (mailed) this.mail.wake();
  }
}
