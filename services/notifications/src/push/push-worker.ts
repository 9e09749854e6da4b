import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  CONFIG,
  Database,
  Metrics,
  PeriodicTask,
  WorkQueue,
  backoffMs,
  deleteInBatches,
  type Expired,
} from '@inkling/platform';
import { Counter } from '@prometheus-io/client';
import type { NotificationsConfig } from '../config.js';
import { messageOf } from './push-message.js';
import { GIVE_UP, PushQueueRepository, type ClaimedPush } from './push-queue.repository.js';
import { PUSH_SENDERS, type PushOutcome, type PushSenders } from './push-sender.js';
import { PushTokensRepository, type StoredTarget } from './push-tokens.repository.js';

/** Pushes sent at once; each goes to all devices of its user. */
const SLOTS = 16;
/** Browsers renew their token every 7 days; one that has not done so for this long is gone. */
const TOKEN_LIFE = '60 days';
const CLEANUP_MS = 10 * 60_000;
const EXPIRED: readonly Expired[] = [
  { table: 'push_tokens', where: `seen_at < now() - interval '${TOKEN_LIFE}'` },
  { table: 'push_queue', where: `created_at < now() - interval '${GIVE_UP}' and due_at <= now()` },
  { table: 'push_sent', where: `sent_at < now() - interval '1 hour'` },
  // Access tokens of these sessions have expired, so none can register a device any more.
  { table: 'ended_sessions', where: `ended_at < now() - interval '1 day'` },
];

/**
 * Sends the queued pushes. After a crash between sending and removing the row, a push is sent again, and its tag makes
 * the device show it once.
 */
@Injectable()
export class PushWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(PushWorker.name);
  readonly #queue: WorkQueue<ClaimedPush>;
  readonly #sent: Counter<'sender' | 'outcome'>;
  readonly cleanup: PeriodicTask;

  constructor(
    private readonly queue: PushQueueRepository,
    private readonly tokens: PushTokensRepository,
    @Inject(PUSH_SENDERS) private readonly senders: PushSenders,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
    database: Database,
    metrics: Metrics,
  ) {
    const limits = { perHour: config.PUSH_PER_USER_PER_HOUR, minIntervalMs: config.PUSH_MIN_INTERVAL_MS };
    this.#sent = new Counter({
      name: 'inkling_push_total',
      help: 'Push messages, by what became of them',
      labelNames: ['sender', 'outcome'],
      registers: [metrics.registry],
    });
    this.#queue = new WorkQueue({
      name: PushWorker.name,
      slots: SLOTS,
      claim: (limit) => queue.claim(limit, limits),
      work: (push) => this.#send(push),
    });
    this.cleanup = new PeriodicTask({
      name: 'Removing old pushes and devices',
      everyMs: CLEANUP_MS,
      firstMs: 0,
      run: async (stopping) => {
        for (const expired of EXPIRED) await deleteInBatches(database, { ...expired, stopping });
      },
    });
  }

  onApplicationBootstrap(): void {
    this.cleanup.start();
    // Without a sender the rows wait, and are removed when they are too old.
    if (this.senders.size > 0) this.#queue.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.#queue.stop(), this.cleanup.stop()]);
    await Promise.all([...this.senders.values()].map((sender) => sender.close()));
  }

  async #send(push: ClaimedPush): Promise<void> {
    const devices = await this.tokens.ofUser(push.userId);
    const targets = devices.filter(
      ({ id, sender }) => this.senders.has(sender) && (push.tokenIds?.includes(id) ?? true),
    );
    const results = await this.#deliver(targets, push);
    const dead = results.filter(({ outcome }) => outcome.is === 'dead').map(({ target }) => target);
    if (dead.length > 0) await this.tokens.removeDead(dead);
    const left = results.flatMap(({ target, outcome }) => (outcome.is === 'later' ? [{ id: target.id, outcome }] : []));
    if (left.length === 0) return this.queue.done(push);
    const askedFor = Math.max(...left.map(({ outcome }) => outcome.afterMs ?? 0));
    await this.queue.retry(
      push,
      left.map(({ id }) => id),
      backoffMs(push.attempts, this.config.PUSH_RETRY_MS, askedFor),
    );
  }

  async #deliver(
    targets: readonly StoredTarget[],
    push: ClaimedPush,
  ): Promise<{ target: StoredTarget; outcome: PushOutcome }[]> {
    const message = messageOf(push, this.config.PUBLIC_ORIGIN);
    const bySender = [...this.senders.values()].map(async (sender) => {
      const own = targets.filter((target) => target.sender === sender.name);
      if (own.length === 0) return [];
      const outcomes = await sender.send(own, message);
      return own.map((target, index) => ({
        target,
        outcome: outcomes[index] ?? ({ is: 'refused', reason: 'no outcome' } as const),
      }));
    });
    const results = (await Promise.all(bySender)).flat();
    for (const { target, outcome } of results) {
      this.#sent.inc({ sender: target.sender, outcome: outcome.is });
      // Neither the user nor the text is logged.
      if (outcome.is === 'refused')
        this.#logger.warn(`A push message of kind ${push.kind} was refused: ${outcome.reason}`);
      else if (outcome.is === 'later')
        this.#logger.debug(`A push message of kind ${push.kind} is tried again later: ${outcome.reason}`);
    }
    return results;
  }
}
