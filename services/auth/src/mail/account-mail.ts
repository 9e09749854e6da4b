import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import { notificationsRpc, type MailRequest } from '@inkling/contracts';
import { AuthConfig } from '../config.js';

const RETRY_DELAY_MAX_MS = 60_000;

/** Mails that may wait for notifications; each keeps a link in memory. */
const QUEUE_MAX = 2_000;

/**
 * Sends mail about accounts after the request was answered. The token in a link is stored before; if this process ends
 * before the mail is sent, the user can request another one.
 */
@Injectable()
export class AccountMail implements BeforeApplicationShutdown {
  readonly #logger = new Logger(AccountMail.name);
  readonly #pending = new Set<Promise<void>>();
  readonly #stopped = Promise.withResolvers<void>();
  #stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly rpc: RpcClient,
  ) {}

  /** Abandons the mails that wait for a retry, and waits for attempts in flight. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping = true;
    this.#stopped.resolve();
    await Promise.allSettled(this.#pending);
  }

  /** The URL of a page of the web application that accepts a token; `purpose` says what else than its name it does. */
  link(page: '/reset-password' | '/verify-email', token: string, purpose?: 'change' | 'restore'): string {
    return `${this.config.PUBLIC_ORIGIN}${page}?token=${token}${purpose ? `&for=${purpose}` : ''}`;
  }

  /** Throws `unavailable` if the queue is full. */
  assertQueueHasRoom(): void {
    if (this.#pending.size >= QUEUE_MAX) throw new ApiError('unavailable');
  }

  /**
   * Sends a mail without making the caller wait. `prepare` stores the token and returns the mail, or undefined for no
   * mail. `handedOver` runs after notifications has stored it.
   */
  sendLater(prepare: () => Promise<MailRequest | undefined>, handedOver?: () => Promise<void>): void {
    if (this.#stopping || this.#pending.size >= QUEUE_MAX) {
      this.#logger.warn('A mail was dropped: the queue is full, or the service is stopping');
      return;
    }
    const work = this.#deliver(prepare, handedOver)
      .catch((error: unknown) => this.#logger.warn(`A mail was dropped: ${reasonOf(error)}`))
      .finally(() => this.#pending.delete(work));
    this.#pending.add(work);
  }

  async #deliver(prepare: () => Promise<MailRequest | undefined>, handedOver?: () => Promise<void>): Promise<void> {
    const mail = await prepare();
    if (!mail) return;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.rpc.call(notificationsRpc.mail, mail);
        break;
      } catch (error) {
        const final =
          attempt >= this.config.AUTH_MAIL_ATTEMPTS ||
          this.#stopping ||
          !(error instanceof ApiError) ||
          error.status < 500;
        if (final) throw error;
        await this.#pause(Math.min(this.config.AUTH_MAIL_RETRY_MS * 2 ** (attempt - 1), RETRY_DELAY_MAX_MS));
        if (this.#stopping) throw error;
      }
    }
    await handedOver?.();
  }

  async #pause(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([new Promise((resolve) => (timer = setTimeout(resolve, milliseconds))), this.#stopped.promise]);
    clearTimeout(timer);
  }
}

/** Leaves out the database's message, which can quote personal data. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.code : error instanceof Error ? error.name : 'unknown';
