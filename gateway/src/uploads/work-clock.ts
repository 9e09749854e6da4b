import type { Worker } from 'node:worker_threads';

const LOOK_MS = 100;
/** Work that every clip may take, and more for each of its megabytes. */
const BASE_MS = 2_000;
const MS_PER_MEGABYTE = 1_000;
/** Work, or idleness, in which nothing advances. */
const STANDSTILL_MS = 2_000;
/** The limit for everything, also for a thread that never begins. */
const WHOLE_MS = 60_000;
/** Below this share of a look, a thread waits for something and does not work. */
const IDLE_SHARE = 0.02;

/**
 * The time that a clip's thread may take: two seconds and one per megabyte, and two without a step forward. Work is
 * measured as the thread's processor time, so that a busy machine does not cut an honest clip short.
 */
export class WorkClock {
  readonly #budgetMs: number;
  #timer: NodeJS.Timeout | undefined;
  #asking = false;
  #begun = 0;
  /** At the last look: time, processor time and steps. */
  #last = { at: 0, cpuMs: 0, steps: 0 };
  #workedMs = 0;
  #standstillMs = 0;
  #idleMs = 0;

  /**
   * @param progress steps of the thread, which its clock begins with
   * @param bytes size of the clip
   */
  constructor(
    private readonly worker: Worker,
    private readonly progress: Int32Array,
    bytes: number,
  ) {
    this.#budgetMs = BASE_MS + (bytes / (1024 * 1024)) * MS_PER_MEGABYTE;
  }

  /** @param expire is called, with the reason, when the time is over */
  start(expire: (reason: string) => void): void {
    this.#begun = Date.now();
    this.#timer = setInterval(() => void this.#look(expire), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(expire: (reason: string) => void): Promise<void> {
    if (Date.now() - this.#begun > WHOLE_MS) expire('out of time');
    const steps = Atomics.load(this.progress, 0);
    if (steps === 0 || this.#asking) return;
    this.#asking = true;
    const usage = await this.worker.cpuUsage().catch(() => undefined);
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
