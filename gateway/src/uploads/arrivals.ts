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

/** A form that is too large is read up to this size, because a browser reads the answer only after sending it. */
const REQUEST_BYTES_MAX = 4 * MEDIA_MAX_BYTES;

declare module 'fastify' {
  interface FastifyRequest {
    /** The form's files by their fields. They are removed once the request is over. */
    uploads?: ReadonlyMap<string, IncomingFile>;
  }
}

/** A form that is arriving. Its files come one after another. */
export interface IncomingForm {
  /**
   * Writes a file of the form to disk. The first byte of the first one takes one of the places for files.
   * @param bytesMax what the form's other files have left of the limit
   * @returns undefined for an empty file
   * @throws ApiError 413 above `bytesMax`, 503 if too many files are arriving or the disk fails; the stream can still
   *   be read then
   */
  receive(stream: Readable, bytesMax: number): Promise<IncomingFile | undefined>;
}

/** Receives uploaded files and limits how many arrive at once, from how many users and networks, and how slowly. */
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

  /** Checks that there is room for arriving files. @throws NotReady with the reason */
  expectRoom(): Promise<void> {
    return expectRoomIn(this.#folder);
  }

  removeLeftovers(): Promise<void> {
    return this.#files.removeLeftovers();
  }

  /**
   * Runs `read` while the form arrives. Its places, per user and network, are freed once its files have been
   * processed.
   * @throws ApiError 413 for a form whose `content-length` is too large, 503 if too many forms are arriving
   */
  async during<T>(request: FastifyRequest, read: (form: IncomingForm) => Promise<T>): Promise<T> {
    if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES_MAX) throw tooLarge();
    const { userId, profile } = request.viewer ?? { userId: 0, profile: false };
    const { ip } = request;
    const uploader = { userId, network: clientNetwork(ip), block: clientBlock(ip), newcomer: !profile };
    const whenDone = [this.#places.form(uploader)];
    const whenRead: (() => void)[] = [];
    const begin = (): void => {
      if (whenRead.length > 0) return;
      const watch = this.#watch(request);
      whenRead.push(() => watch.end());
      const place = this.#places.file(uploader, watch);
      whenRead.push(place.arrived);
      whenDone.push(place.done);
    };
    const receive = (stream: Readable, bytesMax: number): Promise<IncomingFile | undefined> =>
      this.#files.receive(stream, uploader, { begin, bytesMax });
    this.#senders.add(request);
    try {
      return await read({ receive });
    } finally {
      this.#senders.delete(request);
      for (const each of whenRead) each();
      const free = (): void => whenDone.forEach((each) => each());
      void Promise.all([...(request.uploads?.values() ?? [])].map((file) => file.done)).then(free);
    }
  }

  /** Disconnects the senders of a session that has ended: a form can take minutes to arrive. */
  endSession(sessionId: string): void {
    for (const { viewer, raw } of this.#senders) if (viewer?.sessionId === sessionId) raw.socket.destroy();
  }

  #watch(request: FastifyRequest): SenderWatch {
    const { UPLOAD_STALL_SECONDS: stallSeconds, UPLOAD_BYTES_PER_SECOND: bytesPerSecond } = this.config;
    return new SenderWatch(request, { stallSeconds, bytesPerSecond, bytesMax: REQUEST_BYTES_MAX });
  }
}

export const tooLarge = (message = 'Media can be at most 25 MB.'): ApiError => new ApiError('too-large', { message });
