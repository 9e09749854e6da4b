import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ApiError, CONFIG, Database, parseOrReject } from '@inkling/platform';
import { Email, type MailRequest } from '@inkling/contracts';
import { QueueLoop } from '../delivery/queue-loop.js';
import { nextAttemptMs } from '../delivery/retry-delay.js';
import { Sweep } from '../delivery/sweep.js';
import type { NotificationsConfig } from '../config.js';
import { MailQueueRepository, type TakenMail } from './mail-queue.repository.js';
import { MAILER, type Mailer } from './mailer.js';
import { enqueueMail } from './queued-mail.js';

/** Mails sent at once, each on a separate connection. */
const SLOTS = 4;

/** Stores mails and sends them. After a crash, a mail may be sent twice, with the same message id. */
@Injectable()
export class MailService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(MailService.name);
  readonly #loop: QueueLoop<TakenMail>;
  readonly sweep: Sweep;

  constructor(
    private readonly database: Database,
    private readonly queue: MailQueueRepository,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {
    this.#loop = new QueueLoop({
      name: MailService.name,
      slots: SLOTS,
      take: (limit) => queue.take(limit),
      work: (mail) => this.#deliver(mail),
    });
    this.sweep = new Sweep(database, [
      { table: 'mail_queue', where: `status <> 'waiting' and finished_at < now() - interval '30 days'` },
    ]);
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
    this.sweep.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.#loop.stop(), this.sweep.stop()]);
    this.mailer.close();
  }

  /**
   * Stores a mail for another service; it is sent soon after.
   * @throws ApiError `invalid-request` unless `to` is a single address and `link` an http address
   */
  async request({ template, to, name, link }: MailRequest): Promise<void> {
    const address = parseOrReject(Email, to);
    if (/[,;:()[\]]/.test(address)) throw new ApiError('invalid-request', { message: 'This is not one address' });
    if (link === undefined ? template !== 'password-changed' : !/^https?:\/\//i.test(link))
      throw new ApiError('invalid-request', { message: 'link must be an http address' });
    await enqueueMail(this.database, {
      template,
      content: { to: address, name, ...(link === undefined ? {} : { link }) },
    });
    this.wake();
  }

  /** To be called after the commit of a transaction that stored a mail. */
  wake(): void {
    this.#loop.wake();
  }

  async #deliver(mail: TakenMail): Promise<void> {
    const outcome = await this.mailer.send(mail);
    if (outcome.is === 'sent' || outcome.is === 'logged') return this.queue.finish(mail.id, outcome.is);
    if (outcome.is === 'refused' || mail.last) {
      this.#logger.warn(`Mail ${mail.id} (${mail.template}) is given up: ${outcome.reason}`);
      return this.queue.finish(mail.id, 'failed');
    }
    const delayMs = nextAttemptMs(mail.attempts, this.config.MAIL_RETRY_MS);
    this.#logger.warn(
      `Mail ${mail.id} (${mail.template}) is tried again in ${Math.ceil(delayMs / 1_000)} s: ${outcome.reason}`,
    );
    return this.queue.retry(mail.id, delayMs);
  }
}
