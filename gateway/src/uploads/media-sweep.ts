import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { authRpc, pollsRpc } from '@inkling/contracts';
import { CONFIG, PeriodicTask, RpcClient } from '@inkling/platform';
import { Arrivals } from './arrivals.js';
import { keyOf, pathOf } from './object-key.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';
import type { UploadsConfig } from '../config.js';

const PAGE = 500;
/** Younger objects may be about to get their owner. */
const AGE_MS = 60 * 60 * 1_000;
/** Longer than any call: its outcome is known after this time. */
const RECONSIDER_MS = 30_000;

/** Removes stored objects that no poll and no account uses (docs/product.md#media). */
@Injectable()
export class MediaSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(MediaSweep.name);
  readonly #later = new Set<NodeJS.Timeout>();
  readonly #task: PeriodicTask;

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly rpc: RpcClient,
    private readonly arrivals: Arrivals,
    @Inject(CONFIG) private readonly config: UploadsConfig,
  ) {
    this.#task = new PeriodicTask({
      name: 'Removing stored objects that nothing uses',
      everyMs: config.MEDIA_SWEEP_MINUTES * 60_000,
      // Keeps gateways from sweeping at the same moment.
      jitter: 0.1,
      run: (stopping) => this.#sweep(stopping),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.MEDIA_SWEEP_MINUTES > 0) this.#task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.#later) clearTimeout(timer);
    await this.#task.stop();
  }

  /** Removes objects by their paths. A later sweep finds those that cannot be removed now. */
  async remove(paths: readonly string[]): Promise<void> {
    const keys = paths.flatMap((path) => keyOf(path) ?? []);
    await this.store
      .remove(keys)
      .catch((error: unknown) =>
        this.#logger.warn(`${keys.length} objects stay for the sweep: ${(error as Error).message}`),
      );
  }

  /** Removes those objects after RECONSIDER_MS that no poll and no account uses. */
  reconsider(paths: readonly string[]): void {
    const timer = setTimeout(() => {
      this.#later.delete(timer);
      this.unowned(paths).then(
        (unowned) => this.remove(unowned),
        () => undefined,
      );
    }, RECONSIDER_MS);
    this.#later.add(timer.unref());
  }

  /**
   * Goes through all objects once and removes those older than an hour that nothing uses.
   * @param now time for the age, in milliseconds
   * @param stopping ends the run after the page under way
   * @returns the number of removed objects
   * @throws ApiError `unavailable` if the store, polls or auth does not answer
   */
  async run(now = Date.now(), stopping?: AbortSignal): Promise<number> {
    let removed = 0;
    let cursor: string | undefined;
    do {
      const page = await this.store.list(PAGE, cursor);
      const old = page.objects
        .filter(({ modifiedAt }) => modifiedAt.getTime() < now - AGE_MS)
        .map(({ key }) => pathOf(key));
      // Objects whose names this server did not make are left alone.
      const unowned = await this.unowned(old.filter((path) => keyOf(path) !== undefined));
      await this.store.remove(unowned.flatMap((path) => keyOf(path) ?? []));
      removed += unowned.length;
      ({ cursor } = page);
    } while (cursor !== undefined && !stopping?.aborted);
    return removed;
  }

  /** The paths that neither a poll nor an account uses. @throws ApiError `unavailable` unless both services answer */
  async unowned(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const [media, pictures] = await Promise.all([
      this.rpc.call(pollsRpc.usedMedia, { paths: [...paths] }),
      this.rpc.call(authRpc.usedPictures, { paths: [...paths] }),
    ]);
    const owned = new Set([...media.paths, ...pictures.paths]);
    return paths.filter((path) => !owned.has(path));
  }

  async #sweep(stopping: AbortSignal): Promise<void> {
    try {
      await this.arrivals.removeLeftovers();
      const removed = await this.run(Date.now(), stopping);
      if (removed > 0) this.#logger.log(`Removed ${removed} objects that nothing owned`);
    } catch (error) {
      this.#logger.warn(`The search for objects without an owner stopped: ${(error as Error).message}`);
    }
  }
}
