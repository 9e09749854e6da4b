import { Inject, Injectable, Logger } from '@nestjs/common';
import { exportsRpc, type ExportJob } from '@inkling/contracts';
import { ApiError, PeriodicTask, QueueWorker, RpcClient, type Claimed } from '@inkling/platform';
import { OBJECT_STORE, type ObjectStore } from '../uploads/object-store.js';
import { ExportFailure, ExportMaker, type Progress } from './export-maker.js';

/** One at a time, because a gateway has more urgent work. */
const SLOTS = 1;
/** An export that another gateway was asked for waits at most this long. */
const LOOK_MS = 2_000;
/** Several times within a lease. */
const REPORT_MS = 5_000;

/**
 * Makes and removes the files of exports, which auth queues. A claim that no gateway reports about is claimed again
 * after its lease and begins again, with another object; the objects of earlier attempts are removed.
 */
@Injectable()
export class ExportWorker extends QueueWorker<ExportJob> {
  readonly #logger = new Logger(ExportWorker.name);

  constructor(
    private readonly rpc: RpcClient,
    private readonly maker: ExportMaker,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {
    super(SLOTS, LOOK_MS);
  }

  protected async claim(limit: number): Promise<Claimed<ExportJob>> {
    try {
      const { jobs } = await this.rpc.call(exportsRpc.claim, { limit });
      return { rows: jobs, more: jobs.length === limit };
    } catch (error) {
      // Auth is away; the next look asks again.
      if (error instanceof ApiError && error.status >= 500) return { rows: [], more: false };
      throw error;
    }
  }

  protected async work(job: ExportJob, stopping: AbortSignal): Promise<void> {
    const { id, token, userId, key, formerKeys } = job;
    if (job.work === 'remove' || key === null || userId === null) {
      await this.store.remove(formerKeys);
      await this.rpc.call(exportsRpc.removed, { id, token });
      return;
    }
    const progress: Progress = {
      parts: [],
      counts: { polls: 0, votes: 0, comments: 0, media: 0 },
      trouble: null,
    };
    const unwanted = new AbortController();
    const reports = new PeriodicTask({
      name: 'Reporting on an export',
      everyMs: REPORT_MS,
      run: async () => {
        const answer = await this.rpc.call(exportsRpc.progress, { id, token, ...progress }).catch(() => undefined);
        if (answer?.continue === false) unwanted.abort(new Error('The export was stopped'));
      },
    });
    reports.start();
    let size: number;
    try {
      await this.#forget(formerKeys);
      const order = { userId, key, requestedAt: job.requestedAt };
      const stopped = AbortSignal.any([stopping, unwanted.signal]);
      size = await this.maker.make(order, progress, () => void reports.run(), stopped);
    } catch (error) {
      await this.#forget([key]);
      if (stopping.aborted || unwanted.signal.aborted) return;
      const trouble = error instanceof ExportFailure ? error.trouble : 'service';
      this.#logger.warn(`An export cannot be made now (${trouble}); it is tried again`);
      await this.rpc.call(exportsRpc.fail, { id, token, trouble });
      return;
    } finally {
      await reports.stop();
    }
    await this.#finish(job, key, progress, size);
  }

  /** Without an answer auth may have stored that the file is ready, so the file stays; else the lease ends. */
  async #finish({ id, token }: ExportJob, key: string, { counts }: Progress, size: number): Promise<void> {
    try {
      const { accepted } = await this.rpc.call(exportsRpc.finish, { id, token, counts, size });
      if (!accepted) await this.#forget([key]);
    } catch (error) {
      this.#logger.warn('An export is made, and auth has not answered whether it is stored', error);
    }
  }

  /** Removes objects that no attempt needs. What cannot be removed now goes with the export. */
  async #forget(keys: readonly string[]): Promise<void> {
    await this.store.remove(keys).catch(() => undefined);
  }
}
