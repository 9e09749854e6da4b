import { open } from 'node:fs/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { StoredMedia } from '@inkling/contracts';
import { ApiError, CONFIG, Semaphore } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import type { ImageFormat } from './image-structure.js';
import { prepareImage, type MediaUse } from './images.js';
import type { IncomingFile } from './incoming-files.js';
import { MediaSweep } from './media-sweep.js';
import { FairSemaphore } from './fair-semaphore.js';
import { contentTypeOf, newKey, pathOf, type Extension } from './object-key.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';
import { UNKNOWN_FORMAT, UnusableMedia } from './unusable-media.js';
import type { UploadsConfig } from '../config.js';
import { prepareVideo } from './videos.js';

type Kind = { readonly image: ImageFormat } | { readonly video: 'mp4' | 'webm' };

/** Accepted types, recognised by content; file names and declared types are ignored. */
const KINDS: Record<string, Kind> = {
  'image/jpeg': { image: 'jpeg' },
  'image/png': { image: 'png' },
  // Of an animated PNG the first picture is used.
  'image/apng': { image: 'png' },
  'image/gif': { image: 'gif' },
  'image/webp': { image: 'webp' },
  'video/mp4': { video: 'mp4' },
  'video/x-m4v': { video: 'mp4' },
  'video/quicktime': { video: 'mp4' },
  'video/webm': { video: 'webm' },
};
const SNIFF_BYTES = 4_100;
/** NATS answers this if no instance of the service is there. After any other silence the call may have succeeded. */
const NO_RESPONDERS = 503;

const TOO_MANY = 'Too many files are being uploaded right now. Please try again in a moment.';

const NO_VIDEO = {
  profile: 'A profile picture is a JPG, PNG, GIF or WebP. Please choose another file.',
  option: 'The picture of an option is a JPG, PNG, GIF or WebP. Please choose another file.',
};

/** A file that has arrived, and what it is for. */
export interface Upload {
  readonly file: IncomingFile;
  readonly use: MediaUse;
}

/** The files of a form that came, in the order of `uses`: for what the file of each field is. */
export const uploadsOf = ({ uploads }: FastifyRequest, uses: Readonly<Record<string, MediaUse>>): Upload[] =>
  Object.entries(uses).flatMap(([field, use]) => {
    const file = uploads?.get(field);
    return file ? [{ file, use }] : [];
  });

/** Turns files that have arrived into stored objects that something owns, or leaves nothing behind. */
@Injectable()
export class MediaIntake {
  readonly #logger = new Logger(MediaIntake.name);
  readonly #fair: FairSemaphore;
  readonly #preparing: Semaphore;
  readonly #decoding: Semaphore;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly sweep: MediaSweep,
    @Inject(CONFIG) private readonly config: UploadsConfig,
  ) {
    const { UPLOADS_AT_ONCE: atOnce, UPLOADS_WAITING: waiting } = config;
    this.#fair = new FairSemaphore(Math.ceil(atOnce / 2), Math.max(1, atOnce - 1));
    this.#preparing = new Semaphore(atOnce, waiting, TOO_MANY);
    // Decoding uses threads of the pool that also reads files and resolves names, so one always stays free.
    const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
    this.#decoding = new Semaphore(Math.max(1, Math.min(atOnce, threads - 1)), Infinity);
  }

  /**
   * Prepares and stores the files of a form one by one, then runs `work`, which creates their owner. If anything fails,
   * the objects are removed; if the failure leaves open whether the owner exists, it is checked a little later.
   * @param work gets the stored objects in the order of the files
   * @throws ApiError 415 for a file that is no picture or video, 503 if the store fails or too many wait; errors of
   *   `work`
   */
  async keep<T>(files: readonly Upload[], work: (media: readonly StoredMedia[]) => Promise<T>): Promise<T> {
    if (files.length === 0) return work([]);
    const kept = this.#keep(files, work);
    this.#underWay.add(kept);
    try {
      return await kept;
    } finally {
      this.#underWay.delete(kept);
    }
  }

  /** Resolves once no file is being processed, including those whose senders have disconnected. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #keep<T>(files: readonly Upload[], work: (media: readonly StoredMedia[]) => Promise<T>): Promise<T> {
    const media: StoredMedia[] = [];
    const paths = (): string[] => media.map(({ path }) => path);
    try {
      // A form waits once, so that it cannot be refused after some of its files have been prepared.
      await this.#fair.run(files[0]!.file.uploader, () =>
        this.#preparing.run(async () => {
          for (const { file, use } of files) media.push(await file.during(() => this.#store(file, use)));
        }),
      );
    } catch (error) {
      await this.sweep.remove(paths());
      throw error;
    } finally {
      await Promise.all(files.map(({ file }) => file.discard()));
    }
    try {
      return await work(media);
    } catch (error) {
      const certain = error instanceof ApiError && (error.status < 500 || error.cause === NO_RESPONDERS);
      if (certain) await this.sweep.remove(paths());
      else this.sweep.reconsider(paths());
      throw error;
    }
  }

  async #store(file: IncomingFile, use: MediaUse): Promise<StoredMedia> {
    if (file.discarded) throw new ApiError('unavailable');
    try {
      const kind = await this.#kindOf(file);
      const { target, extension, ...info } =
        'image' in kind ? await this.#image(file, kind.image, use) : await this.#video(file, kind.video, use);
      const key = newKey(extension);
      await this.store.put(key, target, contentTypeOf(key));
      return { path: pathOf(key), ...info };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (file.discarded) throw new ApiError('unavailable', { cause: error });
      this.#logger.error('A file could not be worked on', error);
      throw new ApiError('unavailable', { cause: error });
    }
  }

  async #image(
    file: IncomingFile,
    format: ImageFormat,
    use: MediaUse,
  ): Promise<Omit<StoredMedia, 'path'> & { target: string; extension: Extension }> {
    const target = file.part('webp');
    const image = await this.#decoding.run(() => prepareImage(file.path, format, use, target));
    return { ...image, target, kind: 'image', duration: null };
  }

  async #video(
    file: IncomingFile,
    container: 'mp4' | 'webm',
    use: MediaUse,
  ): Promise<Omit<StoredMedia, 'path'> & { target: string; extension: Extension }> {
    if (use !== 'poll') throw new UnusableMedia(NO_VIDEO[use]);
    const target = file.part(container);
    const video = await prepareVideo(file.path, container, target, this.config.VIDEO_MAX_SECONDS);
    return { ...video, target, kind: 'video', thumbhash: null };
  }

  async #kindOf(file: IncomingFile): Promise<Kind> {
    const handle = await open(file.path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(SNIFF_BYTES, file.size)), 0);
      const type = await fileTypeFromBuffer(buffer.subarray(0, bytesRead));
      const kind = type && KINDS[type.mime];
      if (!kind) throw new UnusableMedia(UNKNOWN_FORMAT);
      return kind;
    } finally {
      await handle.close();
    }
  }
}
