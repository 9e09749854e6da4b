import type { Worker } from 'node:worker_threads';

const CHECK_MS = 100;
/** Processor time for every clip, and for each of its megabytes. */
const BASE_MS = 2_000;
const MS_PER_MEGABYTE = 1_000;
/** Processor time, or idle time, without a step forward. */
const STANDSTILL_MS = 2_000;
/** The limit in real time, also for a thread that never starts. */
const WHOLE_MS = 60_000;
/** A thread that uses less than this share of the time between two checks is idle. */
const IDLE_SHARE = 0.02;

/**
 * The time that a clip's thread may take: two seconds plus one per megabyte, and two without a step forward. It is
 * measured as the thread's processor time, so that a busy machine does not end an honest clip early.
 */
export class WorkClock {
  readonly #budgetMs: number;
  #timer: NodeJS.Timeout | undefined;
  #asking = false;
  #begun = 0;
  /** Time, processor time and steps at the last check. */
  #last = { at: 0, cpuMs: 0, steps: 0 };
  #workedMs = 0;
  #standstillMs = 0;
  #idleMs = 0;
  readonly #worker: Worker;
  readonly #progress: Int32Array;

  /**
   * @param progress steps of the thread; the clock starts with the first
   * @param bytes size of the clip
   */
  constructor(worker: Worker, progress: Int32Array, bytes: number) {
    this.#worker = worker;
    this.#progress = progress;
    this.#budgetMs = BASE_MS + (bytes / (1024 * 1024)) * MS_PER_MEGABYTE;
  }

  /** @param expire called with the reason when the time is over */
  start(expire: (reason: string) => void): void {
    this.#begun = Date.now();
    this.#timer = setInterval(() => void this.#check(expire), CHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(expire: (reason: string) => void): Promise<void> {
    if (Date.now() - this.#begun > WHOLE_MS) expire('out of time');
    const steps = Atomics.load(this.#progress, 0);
    if (steps === 0 || this.#asking) return;
    this.#asking = true;
    const usage = await this.#worker.cpuUsage().catch(() => undefined);
    this.#asking = false;
    if (!usage) return;
    const now = { at: Date.now(), cpuMs: (usage.user + usage.system) / 1_000, steps };
    const { at, cpuMs, steps: before } = this.#last;
    this.#last = now;
    if (at === 0) return;
    const [passed, worked] = [now.at - at, now.cpuMs - cpuMs];
    const advanced = steps !== before;
    const idle = worked < passed * IDLE_SHARE;
    this.#workedMs += worked;
    this.#standstillMs = advanced ? 0 : this.#standstillMs + worked;
    this.#idleMs = advanced || !idle ? 0 : this.#idleMs + passed;
    if (this.#workedMs > this.#budgetMs) expire('out of time');
    if (this.#standstillMs > STANDSTILL_MS || this.#idleMs > STANDSTILL_MS) expire('nothing advances');
  }
}
