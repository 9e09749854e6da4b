import { createHash } from 'node:crypto';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { accountDeletionStarted, notificationsRpc, type MailRequest } from '@inkling/contracts';
import {
  ApiError,
  CONFIG,
  Database,
  Metrics,
  PeriodicTask,
  Probe,
  RpcClient,
  type Transaction,
} from '@inkling/platform';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { emailKey } from '../accounts/email.js';
import { Usernames } from '../accounts/usernames.js';
import { AuthConfig } from '../config.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { Tables } from '../tables.js';
import { DeletionsRepository, type ConfirmedDeletion, type StartedDeletion } from './deletions.repository.js';

/** Longer than a call or a clock's error: after it, no request with an expired access token is under way. */
const SKEW_SECONDS = 120;
/** After this time, services that have not confirmed get the event again, in case the event store was lost. */
const REPEAT_AFTER_MS = 10 * 60_000;

/**
 * Carries deletions out (ADR 28). Each step is one transaction or can be repeated, so a run that was interrupted is
 * continued by the next one, in any process.
 */
@Injectable()
export class DeletionSaga implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(DeletionSaga.name);
  readonly #settleMs: number;
  readonly #task: PeriodicTask;

  constructor(
    @Inject(CONFIG) config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly usernames: Usernames,
    private readonly sessions: SessionsService,
    private readonly deletions: DeletionsRepository,
    private readonly limits: RateLimits,
    private readonly rpc: RpcClient,
    metrics: Metrics,
  ) {
    this.#settleMs =
      1_000 * (config.ACCOUNT_DELETION_SETTLE_SECONDS ?? config.AUTH_ACCESS_TOKEN_SECONDS + SKEW_SECONDS);
    this.#task = new PeriodicTask({
      name: 'Deleting accounts',
      everyMs: config.ACCOUNT_DELETION_SWEEP_MS,
      firstMs: Math.min(1_000, config.ACCOUNT_DELETION_SWEEP_MS),
      run: (stopping) => this.#run(stopping),
    });
    const counts = new Probe(() => deletions.counts());
    metrics.read(
      'inkling_account_deletions',
      'Deletions of accounts that are not done, by state',
      async () => {
        const found = await counts.read();
        return found && Object.entries(found).map(([state, value]) => ({ labels: { state }, value }));
      },
      ['state'],
    );
  }

  /**
   * Due deletions begin before this process answers its first call: nobody signs in to an account that came back with
   * a backup (ADR 28).
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.#startDue().catch((error: unknown) => {
      this.#logger.error('Due deletions could not be read; the first run tries again', error);
    });
    this.#task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#task.stop();
  }

  /** Takes up what is due now instead of at the next sweep. */
  wake(): void {
    void this.#task.run();
  }

  async #run(stopping: AbortSignal): Promise<void> {
    await this.#startDue(stopping);
    if (stopping.aborted) return;
    await this.#tellAgain();
    for (const deletion of await this.deletions.confirmed()) {
      if (stopping.aborted) return;
      await this.#finish(deletion);
    }
    for (const { userId, id, dueAt, ...person } of await this.deletions.requestMails()) {
      if (stopping.aborted) return;
      const mail = { template: 'deletion-requested', id, at: dueAt.toISOString() } as const;
      if (await this.#mail(mail, person)) await this.deletions.requestMailed({ userId, id });
    }
  }

  async #startDue(stopping?: AbortSignal): Promise<void> {
    let failed = 0;
    for (let due = await this.deletions.due(); due.length > failed; due = await this.deletions.due()) {
      failed = 0;
      for (const userId of due) {
        if (stopping?.aborted) return;
        await this.start(userId).catch((error: unknown) => {
          failed += 1;
          this.#logger.error('The deletion of an account could not begin; the next run tries again', error);
        });
      }
    }
  }

  /** Removes the account with all that belongs to it here, and tells the other services, in one transaction. */
  async start(userId: number): Promise<void> {
    const ended = await this.database.transaction(async (tx) => {
      const account = await this.accounts.findForUpdate(tx, userId);
      const revoked = account ? await this.sessions.endAll(tx, userId, 'deleted') : [];
      const sessionIds = await this.sessions.idsOf(tx, userId);
      const { email = null, emailVerified = false, name = null } = account ?? {};
      const kept = { email, emailVerified, name, sessionIds };
      const started = await this.deletions.start(tx, userId, kept, this.#settleMs);
      if (!started) return [];
      if (account) await this.#remove(tx, account);
      await this.#tell(tx, started, emailVerified ? email : null, account?.profilePicture);
      return revoked;
    });
    if (ended.length > 0) this.#logger.log('The deletion of an account has begun');
    this.sessions.publishRevoked(ended);
  }

  /** Sessions, mailed links and all other rows of the account go with it. */
  async #remove(tx: Transaction<Tables>, account: AccountEntity): Promise<void> {
    await this.usernames.holdForNobody(tx, account);
    await tx.kysely.deleteFrom('person_limits').where('user_id', '=', account.id).execute();
    await tx.kysely.deleteFrom('accounts').where('id', '=', account.id).execute();
  }

  #tell(
    tx: Transaction<Tables>,
    { userId, polls, startedAt, settledAt }: StartedDeletion,
    email: string | null,
    profilePicture: string | null = null,
  ): Promise<void> {
    return tx.publish(accountDeletionStarted, {
      userId,
      polls,
      startedAt: startedAt.toISOString(),
      settledAt: settledAt.toISOString(),
      ...(email === null ? {} : { emailHash: createHash('sha256').update(emailKey(email)).digest('hex') }),
      profilePicture,
    });
  }

  async #tellAgain(): Promise<void> {
    await this.database.transaction(async (tx) => {
      for (const { email, ...deletion } of await this.deletions.takeUnconfirmed(tx, REPEAT_AFTER_MS))
        await this.#tell(tx, deletion, email);
    });
  }

  /** The mail is passed on first: notifications knows it by its id, so a repetition sends it only once. */
  async #finish({ userId, mailId: id, email, emailVerified, name }: ConfirmedDeletion): Promise<void> {
    if (email !== null) {
      const person = { email, emailVerified, name: name ?? '' };
      if (!(await this.#mail({ template: 'deletion-done', id }, person))) return;
    }
    await this.deletions.finish(userId);
  }

  /** @returns false if it has to be tried again */
  async #mail(
    mail: Pick<MailRequest, 'template' | 'id' | 'at'>,
    { email, emailVerified, name }: { email: string; emailVerified: boolean; name: string },
  ): Promise<boolean> {
    // An unproved address may be a stranger's; and asking and taking back in turns must not fill a mailbox.
    const limited = !emailVerified || mail.template === 'deletion-requested';
    try {
      if (limited) await this.limits.mail(email);
      await this.rpc.call(notificationsRpc.mail, { ...mail, to: email, name: emailVerified ? name : '' });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status >= 500) {
        if (limited) await this.limits.mailNotSent(email);
        return false;
      }
      this.#logger.warn(`A mail about a deletion was dropped: ${error.code}`);
      return true;
    }
  }
}
