import type { ChangeGroup, ChangeQueue, WaitingGroup } from './change-queue.repository.js';

const keyOf = ({ kind, recipientId, objectId }: ChangeGroup): string => `${kind} ${recipientId} ${objectId}`;

/**
 * Groups of changes that a worker has found in the queue. Finding them takes a costly statement, so each look finds
 * many. A group is not found a second time until it is done.
 */
export class FoundGroups {
  /** Keys of groups that are found or in work, and not done. */
  readonly #taken = new Set<string>();
  #waiting: WaitingGroup[] = [];
  #foundAt = 0;

  readonly #changes: ChangeQueue;
  readonly #kinds: 'votes' | 'others';
  readonly #intervalMs: number;

  /** @param intervalMs least milliseconds between two changes of one notification */
  constructor(changes: ChangeQueue, kinds: 'votes' | 'others', intervalMs: number) {
    this.#changes = changes;
    this.#kinds = kinds;
    this.#intervalMs = intervalMs;
  }

  /** Number of groups that are found and not yet in work. */
  get left(): number {
    return this.#waiting.length;
  }

  /** Looks for up to `limit` groups; to be called when none is left. */
  async look(limit: number): Promise<void> {
    const waiting = await this.#changes.waiting(this.#kinds, limit + this.#taken.size, this.#intervalMs);
    this.#waiting = waiting.filter((group) => !this.#taken.has(keyOf(group)));
    this.#foundAt = performance.now();
    for (const group of this.#waiting) this.#taken.add(keyOf(group));
  }

  /** Takes up to `count` groups into work, with their current age. */
  take(count: number): WaitingGroup[] {
    const waited = performance.now() - this.#foundAt;
    return this.#waiting.splice(0, count).map((group) => ({ ...group, age: group.age + waited }));
  }

  /** Changes of these groups that are still in the queue may be found again. */
  done(groups: readonly ChangeGroup[]): void {
    for (const group of groups) this.#taken.delete(keyOf(group));
  }
}
