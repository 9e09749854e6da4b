import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  ApiError,
  CONFIG,
  Database,
  PeriodicTask,
  RpcClient,
  WorkQueue,
  backoffMs,
  deleteInBatches,
  parseOrReject,
} from '@inkling/platform';
import { Email, authRpc, type MailRequest } from '@inkling/contracts';
import type { NotificationsConfig } from '../config.js';
import type { Tables } from '../tables.js';
import { FINISHED_LONG_AGO, MailQueueRepository, type ClaimedMail } from './mail-queue.repository.js';
import { MAILER, type MailOutcome, type Mailer } from './mailer.js';
import { enqueueMail } from './queued-mail.js';

/** Mails sent at once, each on a separate connection. */
const SLOTS = 4;
const CLEANUP_MS = 10 * 60_000;
/** Mails that only say something. */
const WITHOUT_LINK: readonly MailRequest['template'][] = [
  'password-changed',
  'email-taken',
  'deletion-requested',
  'deletion-done',
  'sign-up-refused',
];

/** Stores mails and sends them. After a crash, a mail may be sent twice, with the same message id. */
@Injectable()
export class MailService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(MailService.name);
  readonly #queue: WorkQueue<ClaimedMail>;
  readonly cleanup: PeriodicTask;

  constructor(
    private readonly database: Database<Tables>,
    private readonly mails: MailQueueRepository,
    private readonly rpc: RpcClient,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {
    this.#queue = new WorkQueue({
      name: MailService.name,
      slots: SLOTS,
      claim: (limit) => mails.claim(limit),
      work: (mail) => this.#deliver(mail),
    });
    this.cleanup = new PeriodicTask({
      name: 'Removing old mails',
      everyMs: CLEANUP_MS,
      firstMs: 0,
      run: (stopping) => deleteInBatches(database, { ...FINISHED_LONG_AGO, stopping }),
    });
  }

  onApplicationBootstrap(): void {
    this.#queue.start();
    this.cleanup.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.#queue.stop(), this.cleanup.stop()]);
    this.mailer.close();
  }

  /**
   * Stores a mail for another service; it is sent soon after.
   * @throws ApiError `invalid-request` unless `to` is a single address and `link` an http address
   */
  async request({ template, to, name, link, facts, id, at }: MailRequest): Promise<void> {
    const address = parseOrReject(Email, to);
    if (/[,;:()[\]]/.test(address)) throw new ApiError('invalid-request', { message: 'This is not one address' });
    if (link === undefined ? !WITHOUT_LINK.includes(template) : !/^https?:\/\//i.test(link))
      throw new ApiError('invalid-request', { message: 'link must be an http address' });
    const content = {
      to: address,
      name,
      ...(link === undefined ? {} : { link }),
      ...(facts ? { facts } : {}),
      ...(at === undefined ? {} : { at }),
    };
    await enqueueMail(this.database.kysely, { template, content }, id);
    this.wake();
  }

  /** To be called after the commit of a transaction that stored a mail. */
  wake(): void {
    this.#queue.wake();
  }

  async #send(mail: ClaimedMail): Promise<MailOutcome> {
    if (mail.template !== 'moderation') return this.mailer.send(mail);
    try {
      const { email, emailVerified, name } = await this.rpc.call(authRpc.account, { userId: mail.content.userId });
      // An unproved address may be a stranger's.
      if (!emailVerified) return { is: 'refused', reason: 'the address is not proved' };
      const link = new URL('/notifications', this.config.PUBLIC_ORIGIN).href;
      return await this.mailer.send({ ...mail, content: { ...mail.content, to: email, name, link } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return { is: 'refused', reason: 'the account is deleted' };
      return { is: 'later', reason: `auth does not answer: ${error.code}` };
    }
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const outcome = await this.#send(mail);
    if (outcome.is === 'sent' || outcome.is === 'logged') return this.mails.finish(mail.id, outcome.is);
    if (outcome.is === 'refused' || mail.last) {
      this.#logger.warn(`Mail ${mail.id} (${mail.template}) is given up: ${outcome.reason}`);
      return this.mails.finish(mail.id, 'failed');
    }
    const delayMs = backoffMs(mail.attempts, this.config.MAIL_RETRY_MS);
    this.#logger.warn(
      `Mail ${mail.id} (${mail.template}) is tried again in ${Math.ceil(delayMs / 1_000)} s: ${outcome.reason}`,
    );
    return this.mails.retry(mail.id, delayMs);
  }
}
