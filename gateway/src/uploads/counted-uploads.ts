import { Injectable, Logger } from '@nestjs/common';
import { pollsRpc, type StoredMedia } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import { newAccountOf } from '../session/limited.js';
import type { Viewer } from '../session/viewer.js';
import type { IncomingFile } from './incoming-files.js';
import { MediaIntake } from './media-intake.js';
import type { MediaUse } from './images.js';

/** Files of one person are counted before they are worked on (docs/product.md#limits). */
@Injectable()
export class CountedUploads {
  readonly #logger = new Logger(CountedUploads.name);

  constructor(
    private readonly rpc: RpcClient,
    private readonly media: MediaIntake,
  ) {}

  /**
   * `MediaIntake.keep` for a viewer's file. A file that is refused, or whose owner is, does not count.
   * @throws ApiError `too-many-uploads`; `unavailable` while no service can count; see `MediaIntake.keep`
   */
  async keep<T>(
    viewer: Viewer,
    file: IncomingFile | undefined,
    use: MediaUse,
    work: (media: StoredMedia | undefined) => Promise<T>,
  ): Promise<T> {
    if (!file) return this.media.keep(file, use, work);
    const { userId } = viewer;
    const { endsAt } = await this.#take(viewer, file);
    try {
      return await this.media.keep(file, use, work);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) await this.#giveBack(userId, endsAt);
      throw error;
    }
  }

  async #take(viewer: Viewer, file: IncomingFile): Promise<{ endsAt: string }> {
    try {
      return await this.rpc.call(pollsRpc.takeUpload, { userId: viewer.userId, ...newAccountOf(viewer) });
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  /** A count that stays ends with its window, so a failure is only logged. */
  async #giveBack(userId: number, endsAt: string): Promise<void> {
    try {
      await this.rpc.call(pollsRpc.giveBackUpload, { userId, endsAt });
    } catch (error) {
      this.#logger.warn('A refused upload stays counted until the end of its window', error);
    }
  }
}
