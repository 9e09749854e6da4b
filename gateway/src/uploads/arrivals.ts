import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MEDIA_MAX_BYTES } from '@inkling/contracts';
import { ApiError, CONFIG } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { IncomingFiles, type IncomingFile } from './incoming-files.js';
import { watchSender } from './sender-watch.js';
import type { UploadsConfig } from './uploads-config.js';

/** Of one user at once, in one process: files that arrive, that wait, and that are worked on. */
const PER_USER = 4;
/** What is too large is read to its end, so that a browser gets to the answer; up to here. */
const REQUEST_BYTES_MAX = 4 * MEDIA_MAX_BYTES;

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes in the files of forms. */
    arrivals: Arrivals;
  }
  interface FastifyRequest {
    /** The one file of the form. It goes when the request has been answered, however that ends. */
    upload?: IncomingFile;
  }
}

/** Files on their way in: how many at once, from how many hands, how slowly. */
@Injectable()
export class Arrivals implements OnModuleInit {
  readonly #files: IncomingFiles;
  readonly #byUser = new Map<number, number>();
  readonly #senders = new Set<FastifyRequest>();
  #arriving = 0;

  constructor(@Inject(CONFIG) private readonly config: UploadsConfig) {
    const folder = config.MEDIA_TEMP_DIR ?? (config.S3_ENDPOINT ? join(tmpdir(), 'inkling-uploads') : join(config.MEDIA_DIR, '.incoming'));
    this.#files = new IncomingFiles(folder);
  }

  async onModuleInit(): Promise<void> {
    await this.removeLeftovers();
  }

  removeLeftovers(): Promise<void> {
    return this.#files.removeLeftovers();
  }

  /**
   * Runs `read` while the form arrives. Its user's place stays taken until its file is done.
   * @throws ApiError 413 for a form that says itself how much too large it is, 503 when too many are arriving
   */
  async during<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
    if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES_MAX) throw tooLarge();
    const userId = request.viewer?.userId ?? 0;
    const own = this.#byUser.get(userId) ?? 0;
    if (own >= PER_USER) throw new ApiError('unavailable', { message: 'Your other uploads are still under way. Please wait for them.' });
    if (this.#arriving >= this.config.UPLOADS_ARRIVING) throw new ApiError('unavailable', { message: 'Too many files are being uploaded right now. Please try again in a moment.' });
    this.#arriving += 1;
    this.#byUser.set(userId, own + 1);
    this.#senders.add(request);
    const end = watchSender(request, this.config.UPLOAD_STALL_SECONDS, REQUEST_BYTES_MAX);
    try {
      return await read();
    } finally {
      end();
      this.#senders.delete(request);
      this.#arriving -= 1;
      const free = (): void => this.#free(userId);
      if (request.upload) void request.upload.done.then(free);
      else free();
    }
  }

  /** Disconnects a session's senders: a form may be on its way for minutes after the session has ended. */
  endSession(sessionId: string): void {
    for (const { viewer, raw } of this.#senders) if (viewer?.sessionId === sessionId) raw.socket.destroy();
  }

  #free(userId: number): void {
    const left = (this.#byUser.get(userId) ?? 1) - 1;
    if (left > 0) this.#byUser.set(userId, left);
    else this.#byUser.delete(userId);
  }

  /** @throws as `IncomingFiles.receive` */
  receive(stream: Readable): Promise<IncomingFile> {
    return this.#files.receive(stream);
  }
}

export const tooLarge = (): ApiError => new ApiError('too-large', { message: 'Media can be at most 25 MB.' });
