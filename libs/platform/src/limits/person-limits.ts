import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { ErrorCode } from '@inkling/contracts';
import { PeriodicTask } from '../concurrency/periodic-task.js';
import type { BaseConfig } from '../config/base-config.js';
import { BASE_CONFIG } from '../config/tokens.js';
import { ApiError } from '../errors/api-error.js';
import { Database } from '../persistence/database.js';
import { deleteInBatches } from '../persistence/delete-in-batches.js';
import { GIVE_BACK, TAKE, type TakeRow, type TakenWithinRow } from './person-limits.sql.js';
import { RememberedRefusals } from './remembered-refusals.js';
import { waitingTime } from './waiting-time.js';

/** An account younger than a day has this part of each limit, and at least one. */
const NEW_ACCOUNT_SHARE = 1 / 3;
/** Outside production, demos, tests and load come from few people. */
const ELSEWHERE_FACTOR = 1_000;
const SWEEP_MS = 600_000;
/** The part of a limit after which acts are counted before they begin. */
const MUCH = 1 / 2;
/** How many people above that part are remembered. */
const REMEMBERED_MAX = 10_000;

/** A limit's setting, and what holds without it. */
export interface LimitWindow {
  /** Names the window in the table; unique in a service. */
  readonly kind: string;
  /** The operator's setting. */
  readonly configured: number | undefined;
  /** Without a setting: the limit in production. Elsewhere it is a thousand times as much. */
  readonly inProduction: number;
  readonly seconds: number;
}

/** Who does what is limited. */
export interface LimitedPerson {
  readonly userId: number;
  /** The account is younger than a day. */
  readonly newAccount?: true | undefined;
}

/** What an act has used of a limit. */
export interface LimitUse {
  /** The end of the first window, which names it. */
  readonly endsAt: Date;
  /** The act did not happen after all, so it does not count. */
  giveBack(): Promise<void>;
}

type Queries = Pick<Database, 'query'>;

/**
 * A service's limits per person (docs/product.md#limits), counted in its own database, so that replicas share them. A
 * window begins with the first act, by the database's clock.
 */
@Injectable()
export class PersonLimits implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #queries: Queries;
  readonly #factor: number;
  readonly #sweep: PeriodicTask;

  constructor(@Inject(Database) queries: Queries, @Inject(BASE_CONFIG) config: BaseConfig) {
    this.#queries = queries;
    this.#factor = config.NODE_ENV === 'production' ? 1 : ELSEWHERE_FACTOR;
    this.#sweep = new PeriodicTask({
      name: 'Removing the windows of limits that have ended',
      everyMs: SWEEP_MS,
      jitter: 0.2,
      run: (stopping) =>
        deleteInBatches(queries, { table: 'person_limits', where: 'ends_at < clock_timestamp()', stopping }),
    });
  }

  onApplicationBootstrap(): void {
    this.#sweep.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#sweep.stop();
  }

  /**
   * A limit of one or several windows, all of which must have room.
   * @param code of the refusal (429)
   */
  limit(code: ErrorCode, ...windows: readonly LimitWindow[]): PersonLimit {
    return new PersonLimit(
      this.#queries,
      code,
      windows.map(({ kind, configured, inProduction, seconds }) => ({
        kind,
        most: configured ?? inProduction * this.#factor,
        seconds,
      })),
    );
  }
}

interface TakenWindow {
  readonly kind: string;
  readonly endsAt: Date;
}

interface Window {
  readonly kind: string;
  readonly most: number;
  readonly seconds: number;
}

/** What remains of a limit for this person. */
const share = (most: number, newAccount: true | undefined): number =>
  newAccount ? Math.max(1, Math.floor(most * NEW_ACCOUNT_SHARE)) : most;

/** One limit, such as that on new polls. */
export class PersonLimit {
  readonly #logger = new Logger(PersonLimit.name);
  readonly #queries: Queries;
  readonly #code: ErrorCode;
  readonly #windows: readonly Window[];
  /** People whose acts are counted before they begin, and until when. */
  readonly #countedFirst = new Map<number, number>();
  /** People with an act under way. */
  readonly #under = new Set<number>();
  readonly #refused = new RememberedRefusals();

  /** @param windows at least one; see `PersonLimits.limit` */
  constructor(queries: Queries, code: ErrorCode, windows: readonly Window[]) {
    this.#queries = queries;
    this.#code = code;
    this.#windows = windows;
  }

  /**
   * Refuses at once somebody who was refused a moment ago, before other work for the act.
   * @throws ApiError see `take`
   */
  assertOpen({ userId }: LimitedPerson): void {
    this.#refused.assertNone(userId);
  }

  /**
   * Counts an act before it happens.
   * @throws ApiError the limit's code (429) with `retryAfter` seconds, `limit` and `windowSeconds`; that act counts
   *   nowhere
   */
  async take(person: LimitedPerson): Promise<LimitUse> {
    this.assertOpen(person);
    const { userId, newAccount } = person;
    const rows = await this.#queries.query<TakeRow>({
      name: 'person-limit-take',
      text: TAKE,
      values: [
        userId,
        this.#windows.map(({ kind }) => kind),
        this.#windows.map(({ most }) => share(most, newAccount)),
        this.#windows.map(({ seconds }) => seconds),
      ],
    });
    this.#remember(userId, rows);
    const taken = rows.flatMap(({ kind, endsAt }) => (endsAt === null ? [] : [{ kind, endsAt }]));
    const refused = rows.filter(({ endsAt }) => endsAt === null);
    if (refused.length === 0) return { endsAt: taken[0]!.endsAt, giveBack: () => this.#giveBack(userId, taken) };
    await this.#giveBack(userId, taken);
    throw this.#refuse(userId, refused);
  }

  /**
   * Counts `work`, unless the service refuses it (4xx). An unexpected failure may come after the commit, so it counts.
   * @throws ApiError see `take`; errors of `work`
   */
  async during<T>(person: LimitedPerson, work: (use: LimitUse) => Promise<T>): Promise<T> {
    const use = await this.take(person);
    try {
      return await work(use);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) await use.giveBack();
      throw error;
    }
  }

  /**
   * Counts an act beside `work`, which only reads; its result is given only if the act counts. Somebody who has used
   * much of the limit, or does several such things at once, is counted first, so refused acts cause no work.
   * @throws ApiError see `take`; errors of `work`
   */
  async beside<T>(person: LimitedPerson, work: () => Promise<T>): Promise<T> {
    const { userId } = person;
    if (this.#under.has(userId) || (this.#countedFirst.get(userId) ?? 0) > Date.now()) {
      await this.take(person);
      return work();
    }
    this.#under.add(userId);
    try {
      const [result] = await Promise.all([work(), this.take(person)]);
      return result;
    } finally {
      this.#under.delete(userId);
    }
  }

  #remember(userId: number, rows: readonly TakeRow[]): void {
    const much = rows.filter(({ used, most }) => used === null || used >= most * MUCH);
    if (much.length === 0) return;
    if (this.#countedFirst.size >= REMEMBERED_MAX) this.#countedFirst.clear();
    const seconds = Math.max(...much.map((row) => row.secondsLeft ?? row.seconds));
    this.#countedFirst.set(userId, Date.now() + seconds * 1_000);
  }

  /**
   * The parameters of a statement that counts by itself (`takenWithin`): kind, limit, seconds.
   * @throws ApiError see `assertOpen`
   */
  within(person: LimitedPerson): [kind: string, most: number, seconds: number] {
    this.assertOpen(person);
    const [{ kind, most, seconds }] = this.#windows as readonly [Window];
    return [kind, share(most, person.newAccount), seconds];
  }

  /** @throws ApiError see `take`, if such a statement has not counted */
  assertCounted({ userId, newAccount }: LimitedPerson, { counted, seconds_left }: TakenWithinRow): void {
    if (counted) return;
    const [{ most, seconds }] = this.#windows as readonly [Window];
    throw this.#refuse(userId, [{ most: share(most, newAccount), seconds, secondsLeft: seconds_left }]);
  }

  /** Takes one count back from the window that ends at `endsAt`, if it still runs; only for a limit of one window. */
  async giveBack(userId: number, endsAt: Date): Promise<void> {
    await this.#giveBack(
      userId,
      this.#windows.map(({ kind }) => ({ kind, endsAt })),
    );
  }

  /** The count of a window that cannot be corrected ends with the window, so a failure is only logged. */
  async #giveBack(userId: number, taken: readonly TakenWindow[]): Promise<void> {
    if (taken.length === 0) return;
    const values = [userId, taken.map(({ kind }) => kind), taken.map(({ endsAt }) => endsAt)];
    try {
      await this.#queries.query({ name: 'person-limit-give-back', text: GIVE_BACK, values });
      this.#refused.delete(userId);
    } catch (error) {
      this.#logger.warn('A refused act stays counted until the end of its window', error);
    }
  }

  #refuse(userId: number, refused: readonly Pick<TakeRow, 'most' | 'seconds' | 'secondsLeft'>[]): ApiError {
    const waits = refused.map(({ most, seconds, secondsLeft }) => ({
      limit: most,
      windowSeconds: seconds,
      // A window that began at the same moment is not among the rows that the statement has seen.
      retryAfter: secondsLeft === null || secondsLeft < 1 ? seconds : secondsLeft,
    }));
    const longest = waits.toSorted((a, b) => b.retryAfter - a.retryAfter)[0]!;
    const { message } = new ApiError(this.#code);
    const error = new ApiError(this.#code, {
      message: `${message} Please try again in ${waitingTime(longest.retryAfter)}.`,
      extra: longest,
    });
    this.#refused.add(userId, error, longest.retryAfter);
    return error;
  }
}
