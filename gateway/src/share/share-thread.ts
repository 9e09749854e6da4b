import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ApiError, Semaphore } from '@inkling/platform';

const JOB_TIMEOUT_MS = 5_000;
/** A thread with its fonts costs memory, so it ends when it is idle. */
const IDLE_MS = 60_000;
const HEAP_MB = 160;

interface ThreadOptions {
  /** File beside this one, without its extension. */
  readonly worker: string;
  /** Data for the thread's start. */
  readonly setup?: unknown;
  /** Jobs that may wait while one runs. */
  readonly waitingMax: number;
}

// Compiled beside this file; in specs, which run on sources, Node takes the types out itself.
const fileOf = (worker: string): string =>
  ['js', 'ts']
    .map((extension) => join(import.meta.dirname, `${worker}.${extension}`))
    .find((file) => existsSync(file))!;

/** Runs jobs one after the other in a thread, which starts with the first job and ends when it is idle. */
export class ShareThread<Job extends object, Done extends { readonly id: number }> {
  readonly #semaphore: Semaphore;
  readonly #options: ThreadOptions;
  #next = 0;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#semaphore = new Semaphore(1, options.waitingMax);
  }

  /** @throws ApiError `unavailable` if too many jobs wait, the job takes too long, or the thread ends */
  async run(job: Job): Promise<Done> {
    if (this.#closed) throw new ApiError('unavailable');
    return this.#semaphore.run(() => this.#run(job));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  async #run(job: Job): Promise<Done> {
    if (this.#closed) throw new ApiError('unavailable');
    clearTimeout(this.#idle);
    try {
      return await this.#ask((this.#worker ??= this.#start()), job);
    } finally {
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async #ask(worker: Worker, job: Job): Promise<Done> {
    const id = this.#next++;
    let timer: NodeJS.Timeout | undefined;
    let settle: (done: Done) => void = () => undefined;
    let fail: (cause: unknown) => void = () => undefined;
    try {
      return await new Promise<Done>((resolve, reject) => {
        settle = (done) => {
          if (done.id === id) resolve(done);
        };
        fail = (cause) => {
          void this.#end();
          reject(new ApiError('unavailable', { cause }));
        };
        timer = setTimeout(() => fail('out of time'), JOB_TIMEOUT_MS);
        worker.on('message', settle).once('error', fail).once('exit', fail);
        worker.postMessage({ ...job, id });
      });
    } finally {
      clearTimeout(timer);
      worker.off('message', settle).off('error', fail).off('exit', fail);
    }
  }

  #start(): Worker {
    const { worker: name, setup } = this.#options;
    // The thread gets no secrets of the environment, and what its libraries print is dropped.
    const limits = { env: {}, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } };
    const worker = new Worker(fileOf(name), { workerData: setup, ...limits });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    // A thread that ends by itself, for example out of memory, is replaced with the next job.
    const gone = (): void => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker.on('error', gone).on('exit', gone);
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
