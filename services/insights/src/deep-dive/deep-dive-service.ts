import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { insightsRpc, type InsightKind, type Insights } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { PollLookup, type PollWording } from '../polls/poll-lookup.js';
import { ProviderFailure } from '../provider/provider-failure.js';
import type { Asker } from '../provider/quotas.js';
import { Changes } from './changes.js';
import { DeepDiveRepository } from './deep-dive-repository.js';
import { DeepDiveSource } from './deep-dive-source.js';
import type { DeepDiveState } from './deep-dive.sql.js';
import { Lease } from './lease.js';

/** Shorter than the timeout of the call, so that the caller still receives the answer. */
const TIMEOUT_MS = insightsRpc.generate.timeoutMs - 3_000;
/** Interval at which a held lease is checked, in case a notification is lost. */
const CHECK_MS = 500;

/**
 * Deep Dives. Each one is written once, however many callers and replicas ask for it: one caller takes the poll's lease
 * and the others wait. If the call fails, it fails for all of them, and the next caller tries again.
 */
@Injectable()
export class DeepDiveService implements BeforeApplicationShutdown {
  readonly #logger = new Logger(DeepDiveService.name);
  readonly #looks = new Map<number, Promise<DeepDiveState>>();
  readonly #attempts = new Map<number, Promise<string | undefined>>();
  readonly #writing = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(
    private readonly repository: DeepDiveRepository,
    private readonly source: DeepDiveSource,
    private readonly polls: PollLookup,
    private readonly changes: Changes,
  ) {}

  /** The kind of Deep Dive that is offered now; null if none is. */
  async offered(): Promise<InsightKind | null> {
    return (await this.source.offered()) ? this.source.kind : null;
  }

  /**
   * @param publicOnly it is not known who may see the poll
   * @throws ApiError `poll-not-found`, `unavailable`
   */
  async get(pollId: number, publicOnly: boolean): Promise<Insights> {
    const state = await this.#look(pollId);
    if (publicOnly) assertForAll(state);
    await this.#wordingOf(pollId, state);
    return present(state);
  }

  /**
   * The stored Deep Dive, or a new one. Only the caller who starts it is charged, not those who wait with them.
   * @throws ApiError `poll-not-found`, `insights-quota` and `insights-network-quota` (429), `insights-unavailable`
   *   (503, may be retried)
   */
  async generate(pollId: number, asker: Asker, publicOnly: boolean): Promise<Insights> {
    if (publicOnly) assertForAll(await this.#look(pollId));
    const deadline = Date.now() + TIMEOUT_MS;
    let poll: PollWording | undefined;
    let awaited: string | undefined;
    while (Date.now() < deadline) {
      const state = await this.#look(pollId);
      if (state.poll || !poll) poll = await this.#wordingOf(pollId, state);
      if (state.stored?.fresh) return present(state);
      if (this.source.kind === null || this.#closing.signal.aborted) break;
      // The attempt that this caller waited for has failed; another caller's older failure does not count.
      if (state.lease?.failed && state.lease.token === awaited) break;
      if (state.lease?.held) {
        awaited = state.lease.token;
        await this.changes.next(pollId, Math.min(CHECK_MS, Math.max(1, deadline - Date.now())));
      } else {
        if (this.source.unavailable) break;
        awaited = (await this.#attempt(pollId, asker, poll)) ?? awaited;
      }
    }
    throw new ApiError('insights-unavailable');
  }

  /** Aborts the Deep Dives in progress. Callers who wait in other replicas take over. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#writing);
  }

  /** Concurrent callers share one read of a poll's state. */
  #look(pollId: number): Promise<DeepDiveState> {
    let look = this.#looks.get(pollId);
    if (!look) {
      look = this.repository.state(pollId).finally(() => this.#looks.delete(pollId));
      this.#looks.set(pollId, look);
    }
    return look;
  }

  async #wordingOf(pollId: number, state: DeepDiveState): Promise<PollWording> {
    if (state.poll?.deleted) throw new ApiError('poll-not-found');
    return state.poll ?? this.polls.ask(pollId);
  }

  /** Tries to take the lease for one caller at a time. Resolves to the token of the lease, if one of them got it. */
  async #attempt(pollId: number, asker: Asker, poll: PollWording): Promise<string | undefined> {
    const running = this.#attempts.get(pollId);
    if (running) return running;
    const attempt = this.repository.take(pollId, asker);
    this.#attempts.set(
      pollId,
      // Those who wait are not refused by another caller's quota: they try for themselves.
      attempt.catch(() => undefined),
    );
    try {
      const token = await attempt;
      if (token !== undefined) this.#begin(pollId, token, poll);
      return token;
    } finally {
      this.#attempts.delete(pollId);
    }
  }

  #begin(pollId: number, token: string, poll: PollWording): void {
    const work = this.#write(pollId, token, poll)
      .catch((error: unknown) =>
        this.#logger.warn(
          `The Deep Dive of poll ${pollId} could not be completed; its lease will expire: ${(error as Error).message}`,
        ),
      )
      .finally(() => {
        this.#writing.delete(work);
        this.changes.notify(pollId);
      });
    this.#writing.add(work);
  }

  async #write(pollId: number, token: string, poll: PollWording): Promise<void> {
    const lease = new Lease(() => this.repository.renew(pollId, token), this.repository.leaseMs);
    try {
      const deepDive = await this.source.write(poll, AbortSignal.any([lease.lost, this.#closing.signal]));
      const kept = await this.repository.store(pollId, token, deepDive);
      if (!kept) this.#logger.log(`The Deep Dive of poll ${pollId} came too late and was dropped`);
    } catch (error) {
      if (this.#closing.signal.aborted) return await this.repository.abandon(pollId, token);
      if (error instanceof ProviderFailure) this.#logger.warn(`No Deep Dive of poll ${pollId}. ${error.message}`);
      else this.#logger.error(`The Deep Dive of poll ${pollId} failed`, error);
      await this.repository.fail(pollId, token, error instanceof ProviderFailure && error.free);
    } finally {
      lease.end();
    }
  }
}

/** @throws ApiError `unavailable` for a poll for followers, and for one of which nothing is known */
function assertForAll({ poll }: DeepDiveState): void {
  if (!poll || poll.forFollowers) throw new ApiError('unavailable');
}

const present = ({ stored, lease }: DeepDiveState): Insights => ({
  insights: stored?.insights ?? '',
  sources: stored?.sources ?? [],
  hasInsights: stored !== null && stored.insights !== '',
  generating: lease?.held ?? false,
  generatedAt: stored?.generatedAt ?? null,
  kind: stored?.kind ?? null,
  passages: stored?.passages ?? [],
  nothingFound: stored !== null && stored.insights === '',
});
