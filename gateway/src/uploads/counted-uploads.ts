import { Injectable, Logger } from '@nestjs/common';
import { pollsRpc, type StoredMedia } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import { newAccountOf } from '../session/limited.js';
import type { Viewer } from '../session/viewer.js';
import { MediaIntake, type Upload } from './media-intake.js';

/** Files of one person are counted before they are worked on (docs/product.md#limits). */
@Injectable()
export class CountedUploads {
  readonly #logger = new Logger(CountedUploads.name);

  constructor(
    private readonly rpc: RpcClient,
    private readonly media: MediaIntake,
  ) {}

  /**
   * `MediaIntake.keep` for the files of a viewer's form, which count as one upload. They do not count if one of them,
   * or their owner, is refused.
   * @throws ApiError `too-many-uploads`; `unavailable` while no service can count; see `MediaIntake.keep`
   */
  async keep<T>(
    viewer: Viewer,
    files: readonly Upload[],
    work: (media: readonly StoredMedia[]) => Promise<T>,
  ): Promise<T> {
    if (files.length === 0) return this.media.keep(files, work);
    const { userId } = viewer;
    const { endsAt } = await this.#take(viewer, files);
    try {
      return await this.media.keep(files, work);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) await this.#giveBack(userId, endsAt);
      throw error;
    }
  }

  async #take(viewer: Viewer, files: readonly Upload[]): Promise<{ endsAt: string }> {
    try {
      return await this.rpc.call(pollsRpc.takeUpload, { userId: viewer.userId, ...newAccountOf(viewer) });
    } catch (error) {
      await Promise.all(files.map(({ file }) => file.discard()));
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
