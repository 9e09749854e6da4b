import type { ChangeGroup, NoticeChanges, WaitingGroup } from './notice-changes.repository.js';

const keyOf = ({ kind, recipientId, objectId }: ChangeGroup): string => `${kind} ${recipientId} ${objectId}`;

/** Groups of the queue that a worker has found. None is found again until it is done with. */
export class FoundGroups {
  /** Found or begun, not done. */
  readonly #inHand = new Set<string>();
  #waiting: WaitingGroup[] = [];
  #foundAt = 0;

  /** @param intervalMs how often a notice may change */
  constructor(
    private readonly changes: NoticeChanges,
    private readonly what: 'votes' | 'others',
    private readonly intervalMs: number,
  ) {}

  /** How many nobody has begun. */
  get left(): number {
    return this.#waiting.length;
  }

  /** Looks for up to `limit` more, once nothing is left. */
  async look(limit: number): Promise<void> {
    const waiting = await this.changes.waiting(this.what, limit + this.#inHand.size, this.intervalMs);
    this.#waiting = waiting.filter((group) => !this.#inHand.has(keyOf(group)));
    this.#foundAt = performance.now();
    for (const group of this.#waiting) this.#inHand.add(keyOf(group));
  }

  /** Up to `count` to begin with, as old as they are by now. */
  take(count: number): WaitingGroup[] {
    const waited = performance.now() - this.#foundAt;
    return this.#waiting.splice(0, count).map((group) => ({ ...group, age: group.age + waited }));
  }

  /** What is left of these groups in the queue may be found again. */
  done(groups: readonly ChangeGroup[]): void {
    for (const group of groups) this.#inHand.delete(keyOf(group));
  }
}
