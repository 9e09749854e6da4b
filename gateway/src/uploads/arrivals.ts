import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MEDIA_MAX_BYTES } from '@inkling/contracts';
import { ApiError, clientBlock, clientNetwork, CONFIG } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { expectRoomIn } from './folder-room.js';
import { IncomingFiles, type IncomingFile } from './incoming-files.js';
import { SenderWatch } from './sender-watch.js';
import { UploadPlaces } from './upload-places.js';
import type { UploadsConfig } from '../config.js';

/** What is too large is read to its end, so that a browser gets to the answer; up to here. */
const REQUEST_BYTES_MAX = 4 * MEDIA_MAX_BYTES;

declare module 'fastify' {
  interface FastifyRequest {
    /** The one file of the form. It goes when the request has been answered, however that ends. */
    upload?: IncomingFile;
  }
}

/** A form on its way in, with at most one file. */
export interface IncomingForm {
  /**
   * Writes the form's file down. The first byte takes the file's place.
   * @returns nothing for a file without a byte
   * @throws ApiError 503 when too many are arriving, or the disk does not take it: the stream is still to be read then
   */
  receive(stream: Readable): Promise<IncomingFile | undefined>;
}

/** Files on their way in: how many at once, from how many hands, how slowly. */
@Injectable()
export class Arrivals implements OnModuleInit {
  readonly #folder: string;
  readonly #files: IncomingFiles;
  readonly #places: UploadPlaces;
  readonly #senders = new Set<FastifyRequest>();

  constructor(@Inject(CONFIG) private readonly config: UploadsConfig) {
    const usual = config.S3_ENDPOINT ? join(tmpdir(), 'inkling-uploads') : join(config.MEDIA_DIR, '.incoming');
    this.#folder = config.MEDIA_TEMP_DIR ?? usual;
    this.#files = new IncomingFiles(this.#folder);
    this.#places = new UploadPlaces(config.UPLOADS_ARRIVING);
  }

  async onModuleInit(): Promise<void> {
    await this.removeLeftovers();
  }

  /** Whether there is room for files that arrive. @throws NotReady saying why not */
  expectRoom(): Promise<void> {
    return expectRoomIn(this.#folder);
  }

  removeLeftovers(): Promise<void> {
    return this.#files.removeLeftovers();
  }

  /**
   * Runs `read` while the form arrives. The shares of its user and network stay taken until its file is done.
   * @throws ApiError 413 for a form that says itself how much too large it is, 503 when too many are arriving
   */
  async during<T>(request: FastifyRequest, read: (form: IncomingForm) => Promise<T>): Promise<T> {
    if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES_MAX) throw tooLarge();
    const { userId, profile } = request.viewer ?? { userId: 0, profile: false };
    const { ip } = request;
    const uploader = { userId, network: clientNetwork(ip), block: clientBlock(ip), newcomer: !profile };
    const whenDone = [this.#places.form(uploader)];
    const whenRead: (() => void)[] = [];
    const receive = (stream: Readable): Promise<IncomingFile | undefined> =>
      this.#files.receive(stream, uploader, () => {
        const watch = this.#watch(request);
        whenRead.push(() => watch.end());
        const place = this.#places.file(uploader, watch);
        whenRead.push(place.arrived);
        whenDone.push(place.done);
      });
    this.#senders.add(request);
    try {
      return await read({ receive });
    } finally {
      this.#senders.delete(request);
      for (const each of whenRead) each();
      const giveBack = (): void => whenDone.forEach((each) => each());
      if (request.upload) void request.upload.done.then(() => giveBack());
      else giveBack();
    }
  }

  /** Disconnects a session's senders: a form may be on its way for minutes after the session has ended. */
  endSession(sessionId: string): void {
    for (const { viewer, raw } of this.#senders) if (viewer?.sessionId === sessionId) raw.socket.destroy();
  }

  #watch(request: FastifyRequest): SenderWatch {
    const { UPLOAD_STALL_SECONDS: stallSeconds, UPLOAD_BYTES_PER_SECOND: bytesPerSecond } = this.config;
    return new SenderWatch(request, { stallSeconds, bytesPerSecond, bytesMax: REQUEST_BYTES_MAX });
  }
}

export const tooLarge = (): ApiError => new ApiError('too-large', { message: 'Media can be at most 25 MB.' });
