import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import { notificationsRpc, type MailRequest } from '@inkling/contracts';
import { AuthConfig } from '../config.js';

const ATTEMPTS_DELAY_MAX_MS = 60_000;

/** Mail that may wait for notifications at once; each holds a link in memory. */
const WAITING_MAX = 2_000;

/**
 * Mail about accounts: work that goes on after the call was answered. What is asked for with a mailed link is stored
 * before; a mail that is lost with this process can be asked for again.
 */
@Injectable()
export class AccountMail implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AccountMail.name);
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopped = Promise.withResolvers<void>();
  private stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly rpc: RpcClient,
  ) {}

  /** Those that wait are given up; the one attempt that may be under way is waited for. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.stopped.resolve();
    await Promise.allSettled(this.underWay);
  }

  /** The address of a page of the web application that takes a token. */
  link(page: '/reset-password' | '/verify-email', token: string): string {
    return `${this.config.PUBLIC_ORIGIN}${page}?token=${token}`;
  }

  /** Throws `unavailable` when so many mails wait that another one would hardly be sent. */
  assertRoom(): void {
    if (this.underWay.size >= WAITING_MAX) throw new ApiError('unavailable');
  }

  /**
   * Sends a mail after the caller has gone on: `prepare` stores what the mail needs and answers it, or undefined for
   * none.
   */
  sendLater(prepare: () => Promise<MailRequest | undefined>): void {
    if (this.stopping || this.underWay.size >= WAITING_MAX) {
      this.logger.warn('A mail was given up: too many wait, or the service ends');
      return;
    }
    const work = this.deliver(prepare)
      .catch((error: unknown) => this.logger.warn(`A mail was given up: ${reasonOf(error)}`))
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  private async deliver(prepare: () => Promise<MailRequest | undefined>): Promise<void> {
    const mail = await prepare();
    if (!mail) return;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.rpc.call(notificationsRpc.mail, mail);
        return;
      } catch (error) {
        const final =
          attempt >= this.config.AUTH_MAIL_ATTEMPTS ||
          this.stopping ||
          !(error instanceof ApiError) ||
          error.status < 500;
        if (final) throw error;
        await this.pause(Math.min(this.config.AUTH_MAIL_RETRY_MS * 2 ** (attempt - 1), ATTEMPTS_DELAY_MAX_MS));
        if (this.stopping) throw error;
      }
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([new Promise((resolve) => (timer = setTimeout(resolve, milliseconds))), this.stopped.promise]);
    clearTimeout(timer);
  }
}

/** Never a database's message, which can quote what was written. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.code : error instanceof Error ? error.name : 'unknown';
