export interface ThrottleOptions<Key, State> {
  /** Milliseconds between two runs for the same key. */
  readonly intervalMs: number;
  /** Milliseconds that the first state of an idle key waits at most for others, so that they share a run. Default 0. */
  readonly delayMs?: number;
  /** Keys remembered at once; `add` refuses new ones beyond it. Default: no limit. */
  readonly keysMax?: number;
  /** Keys in one run. Default: no limit. */
  readonly perRun?: number;
  /** Combines the state that waits with a newer one. Default: the newer one wins. */
  merge?(waiting: State, next: State): State;
  /** Gets the keys that are due with their states. It must not reject; the next run begins after it has ended. */
  run(due: ReadonlyMap<Key, State>): void | Promise<void>;
}

interface Entry<State> {
  /** Absent while the key only waits for its interval to end. */
  waiting?: { state: State };
  readonly dueAt: number;
}

/**
 * Limits how often something happens per key: soon after the first state, then at most once per interval, and always
 * with the last state. An idle key costs nothing once its interval is over.
 */
export class Throttle<Key, State> {
  readonly #options: ThrottleOptions<Key, State>;
  /** Keys that have not run within the interval. Both maps are in the order of `dueAt`. */
  readonly #fresh = new Map<Key, Entry<State>>();
  /** Keys that have. */
  readonly #paused = new Map<Key, Entry<State>>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: ThrottleOptions<Key, State>) {
    this.#options = options;
  }

  /** Returns false, and does not take the state, when too many keys are remembered or `flush` was called. */
  add(key: Key, state: State): boolean {
    if (this.#closed) return false;
    const entry = this.#paused.get(key) ?? this.#fresh.get(key);
    if (entry) {
      const { waiting } = entry;
      if (waiting) waiting.state = this.#options.merge?.(waiting.state, state) ?? state;
      else entry.waiting = { state };
      return true;
    }
    if (this.#fresh.size + this.#paused.size >= (this.#options.keysMax ?? Infinity)) return false;
    // Fresh keys become due together, so that many keys do not mean many timers.
    const [first] = this.#fresh.values();
    const dueAt = first?.dueAt ?? performance.now() + (this.#options.delayMs ?? 0);
    this.#fresh.set(key, { waiting: { state }, dueAt });
    this.#arm();
    return true;
  }

  /** Runs everything that waits, whether due or not, and resolves when that is done. For the end of the process. */
  async flush(): Promise<void> {
    this.#closed = true;
    await this.#running;
    for (let due = this.#take(Infinity); due.size > 0; due = this.#take(Infinity)) await this.#options.run(due);
    clearTimeout(this.#timer);
    this.#timerAt = Infinity;
  }

  /** Forgets everything that waits, and runs no more. */
  stop(): void {
    this.#closed = true;
    this.#fresh.clear();
    this.#paused.clear();
    clearTimeout(this.#timer);
  }

  #arm(): void {
    if (this.#running) return;
    const dueAt = Math.min(firstDue(this.#fresh), firstDue(this.#paused));
    if (dueAt >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = dueAt;
    this.#timer = setTimeout(() => this.#tick(), Math.ceil(dueAt - performance.now()));
  }

  #tick(): void {
    this.#timerAt = Infinity;
    const due = this.#take(performance.now());
    const run = due.size > 0 ? this.#options.run(due) : undefined;
    if (run)
      this.#running = run.finally(() => {
        this.#running = undefined;
        this.#arm();
      });
    else this.#arm();
  }

  /** The keys that are due, each of which then pauses; a key that was idle for its whole pause is forgotten. */
  #take(now: number): Map<Key, State> {
    const { intervalMs, perRun = Infinity } = this.#options;
    const due = new Map<Key, State>();
    for (const keys of [this.#paused, this.#fresh])
      for (const [key, { waiting, dueAt }] of keys) {
        if (dueAt > now || due.size >= perRun) break;
        keys.delete(key);
        if (!waiting) continue;
        due.set(key, waiting.state);
        this.#paused.set(key, { dueAt: now + intervalMs });
      }
    return due;
  }
}

const firstDue = (keys: ReadonlyMap<unknown, Entry<unknown>>): number => keys.values().next().value?.dueAt ?? Infinity;
