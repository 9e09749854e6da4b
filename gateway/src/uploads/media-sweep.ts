import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { authRpc, pollsRpc } from '@inkling/contracts';
import { CONFIG, RpcClient } from '@inkling/platform';
import { Arrivals } from './arrivals.js';
import { keyOf, pathOf } from './object-key.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';
import type { UploadsConfig } from '../config.js';

const PAGE = 500;
/** Younger objects may be about to get their owner. */
const AGE_MS = 60 * 60 * 1_000;
/** By then every call that was under way has ended, one way or the other. */
const RECONSIDER_MS = 30_000;

/** Removes stored objects that nothing owns (decisions, Media: no orphan). */
@Injectable()
export class MediaSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(MediaSweep.name);
  readonly #later = new Set<NodeJS.Timeout>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<number> | undefined;
  #stopped = false;

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly rpc: RpcClient,
    private readonly arrivals: Arrivals,
    @Inject(CONFIG) private readonly config: UploadsConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.MEDIA_SWEEP_MINUTES > 0) this.#schedule();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const timer of this.#later) clearTimeout(timer);
    await this.#running?.catch(() => undefined);
  }

  /** Removes objects by their paths, at once; what cannot be removed now is found by a later sweep. */
  async remove(paths: readonly string[]): Promise<void> {
    const keys = paths.flatMap((path) => keyOf(path) ?? []);
    await this.store
      .remove(keys)
      .catch((error: unknown) =>
        this.#logger.warn(`${keys.length} objects stay for the sweep: ${(error as Error).message}`),
      );
  }

  /** Removes an object in a while unless something owns it by then. */
  reconsider(path: string): void {
    const timer = setTimeout(() => {
      this.#later.delete(timer);
      this.unowned([path]).then(
        (paths) => this.remove(paths),
        () => undefined,
      );
    }, RECONSIDER_MS);
    this.#later.add(timer.unref());
  }

  /**
   * Looks through all objects once and removes those older than an hour that nothing owns.
   * @param now for the age, in milliseconds
   * @returns how many were removed
   * @throws ApiError `unavailable` when the store or one of the owners does not answer; nothing is removed without both
   */
  async run(now = Date.now()): Promise<number> {
    let removed = 0;
    let cursor: string | undefined;
    do {
      const page = await this.store.list(PAGE, cursor);
      const old = page.objects
        .filter(({ modifiedAt }) => modifiedAt.getTime() < now - AGE_MS)
        .map(({ key }) => pathOf(key));
      // What this server did not name is not its to remove.
      const unowned = await this.unowned(old.filter((path) => keyOf(path) !== undefined));
      await this.store.remove(unowned.flatMap((path) => keyOf(path) ?? []));
      removed += unowned.length;
      ({ cursor } = page);
    } while (cursor !== undefined && !this.#stopped);
    return removed;
  }

  /** Those that neither a poll nor an account uses. @throws ApiError `unavailable` unless both answer */
  async unowned(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const [media, pictures] = await Promise.all([
      this.rpc.call(pollsRpc.usedMedia, { paths: [...paths] }),
      this.rpc.call(authRpc.usedPictures, { paths: [...paths] }),
    ]);
    const owned = new Set([...media.paths, ...pictures.paths]);
    return paths.filter((path) => !owned.has(path));
  }

  #schedule(): void {
    // Not all gateways at the same moment.
    const wait = this.config.MEDIA_SWEEP_MINUTES * 60_000 * (0.9 + Math.random() / 5);
    this.#timer = setTimeout(() => {
      this.#running = this.arrivals.removeLeftovers().then(() => this.run());
      this.#running
        .then(
          (removed) => removed > 0 && this.#logger.log(`Removed ${removed} objects that nothing owned`),
          (error: unknown) =>
            this.#logger.warn(`The search for objects without an owner stopped: ${(error as Error).message}`),
        )
        .finally(() => {
          if (!this.#stopped) this.#schedule();
        })
        .catch(() => undefined);
    }, wait).unref();
  }
}
