import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  EXPORT_PARTS,
  personalDataRpc,
  type ExportCounts,
  type ExportPart,
  type ExportTrouble,
  type PersonalEntry,
  type PersonalPage,
} from '@inkling/contracts';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import { keyOf } from '../uploads/object-key.js';
import { OBJECT_STORE, type ObjectStore } from '../uploads/object-store.js';
import { Archive } from './archive.js';
import { PERSONAL_FILES, pagesOf, textOf, type Collection, type ReadPage } from './personal-files.js';
import { readme } from './readme.js';

/** How long an attempt waits for a service or the store before it gives up, and the longest pause between two tries. */
const PATIENCE_MS = 120_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** How far an attempt is. */
export interface Progress {
  parts: ExportPart[];
  counts: ExportCounts;
  trouble: ExportTrouble | null;
}

/** What to make, and where. */
export interface Order {
  readonly userId: number;
  readonly key: string;
  readonly requestedAt: string;
}

/** Why an attempt ended without a file. */
export class ExportFailure extends Error {
  constructor(
    readonly trouble: ExportTrouble,
    cause: unknown,
  ) {
    super(`An export failed: ${trouble}`, { cause });
  }
}

const COUNTED: Partial<Record<ExportPart, 'polls' | 'votes' | 'comments'>> = {
  polls: 'polls',
  votes: 'votes',
  comments: 'comments',
};

/** Gathers a person's data from all services and writes it as a ZIP file into the store (docs/product.md#export). */
@Injectable()
export class ExportMaker {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * One attempt, from the beginning. While a service is down it waits, with the file open.
   * @param progress is kept up to date
   * @param reported is called after each part
   * @returns bytes of the file
   * @throws ExportFailure
   */
  async make(order: Order, progress: Progress, reported: () => void, stopped: AbortSignal): Promise<number> {
    const archive = new Archive(new Date(order.requestedAt));
    let failure: ExportFailure | undefined;
    const fail = (trouble: ExportTrouble) => (error: unknown) => {
      failure ??= error instanceof ExportFailure ? error : new ExportFailure(trouble, error);
      archive.abandon(failure);
    };
    const stop = () => fail('service')(stopped.reason);
    stopped.addEventListener('abort', stop);
    try {
      const attempt = new Attempt(this.rpc, this.store, order, progress, stopped);
      await Promise.all([
        this.store.write(order.key, archive.stream, 'application/zip').catch(fail('store')),
        attempt.fill(archive, this.config.PUBLIC_ORIGIN, reported).catch(fail('service')),
      ]);
      // Set by the callbacks above, which the compiler does not see.
      const failed = failure as ExportFailure | undefined;
      if (failed) throw failed;
      const stored = await this.store.head(order.key).catch(() => undefined);
      if (!stored) throw new ExportFailure('store', new Error('The file is not in the store'));
      return stored.size;
    } finally {
      stopped.removeEventListener('abort', stop);
    }
  }
}

class Attempt {
  constructor(
    private readonly rpc: RpcClient,
    private readonly store: ObjectStore,
    private readonly order: Order,
    private readonly progress: Progress,
    private readonly stopped: AbortSignal,
  ) {}

  async fill(archive: Archive, origin: string, reported: () => void): Promise<void> {
    let missing = 0;
    for (const part of EXPORT_PARTS) {
      if (part === 'media') missing = await this.#addMedia(archive);
      for (const file of PERSONAL_FILES.filter((each) => each.part === part)) {
        const counted = file.content.of ? COUNTED[part] : undefined;
        const text = textOf(file, async (collection, after) => {
          const page = await this.#read(collection, after);
          if (counted) this.progress.counts[counted] += page.entries.length;
          return collection[1] === 'polls' ? { ...page, entries: page.entries.map(withFiles) } : page;
        });
        await archive.add(file.name, Readable.from(text, { objectMode: true, highWaterMark: 1 }));
      }
      this.progress.parts.push(part);
      reported();
    }
    const text = readme(origin, this.order.requestedAt, this.progress.counts, missing);
    await archive.add('README.txt', Readable.from([Buffer.from(text)]));
    archive.finish();
  }

  /** @returns the number of pictures and videos that the store has lost */
  async #addMedia(archive: Archive): Promise<number> {
    const seen = new Set<string>();
    let missing = 0;
    for await (const key of this.#mediaKeys()) {
      if (seen.has(key)) continue;
      seen.add(key);
      const source = await this.#patiently('store', () => this.store.read(key));
      if (!source) {
        missing += 1;
        continue;
      }
      await archive.add(`media/${key}`, source, { store: true }).catch((error: unknown) => {
        throw new ExportFailure('store', error);
      });
      this.progress.counts.media += 1;
    }
    return missing;
  }

  async *#mediaKeys(): AsyncGenerator<string> {
    const read: ReadPage = (collection, after) => this.#read(collection, after);
    for await (const [profile] of pagesOf(read, ['auth', 'profile'])) yield* keyIn(profile?.['profilePicture']);
    for await (const polls of pagesOf(read, ['polls', 'polls'])) for (const poll of polls) yield* keysOf(poll);
  }

  #read([service, collection]: Collection, after: string | undefined): Promise<PersonalPage> {
    const request = { userId: this.order.userId, ...(after === undefined ? {} : { after }) };
    return this.#patiently('service', () => {
      switch (service) {
        case 'auth':
          return this.rpc.call(personalDataRpc.auth, { ...request, collection });
        case 'polls':
          return this.rpc.call(personalDataRpc.polls, { ...request, collection });
        case 'social':
          return this.rpc.call(personalDataRpc.social, { ...request, collection });
        case 'notifications':
          return this.rpc.call(personalDataRpc.notifications, { ...request, collection });
        case 'search':
          return this.rpc.call(personalDataRpc.search, { ...request, collection });
        case 'insights':
          return this.rpc.call(personalDataRpc.insights, { ...request, collection });
        case 'community':
          return this.rpc.call(personalDataRpc.community, { ...request, collection });
      }
    });
  }

  /** Repeats work that is not possible now, for a while. */
  async #patiently<T>(trouble: ExportTrouble, work: () => Promise<T>): Promise<T> {
    const until = Date.now() + PATIENCE_MS;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(LONGEST_PAUSE_MS, 2 * wait)) {
      this.stopped.throwIfAborted();
      try {
        const result = await work();
        this.progress.trouble = null;
        return result;
      } catch (error) {
        const passing = error instanceof ApiError && error.status >= 500;
        if (!passing || Date.now() > until) throw new ExportFailure(trouble, error);
        this.progress.trouble = trouble;
      }
      await pause(wait, undefined, { signal: this.stopped });
    }
  }
}

function* keyIn(path: unknown): Generator<string> {
  const key = typeof path === 'string' ? keyOf(path) : undefined;
  if (key !== undefined) yield key;
}

const optionImagesOf = (poll: PersonalEntry): { image: string }[] =>
  (poll['optionImages'] as { image: string }[] | null | undefined) ?? [];

/** The objects of a poll: its picture or video, and those of its options. */
function* keysOf(poll: PersonalEntry): Generator<string> {
  yield* keyIn(poll['media']);
  for (const { image } of optionImagesOf(poll)) yield* keyIn(image);
}

function fileOf(path: unknown): string | undefined {
  const [key] = keyIn(path);
  return key === undefined ? undefined : `media/${key}`;
}

/** A poll with the names of its pictures or video in the archive. */
function withFiles(poll: PersonalEntry): PersonalEntry {
  const media = fileOf(poll['media']);
  const optionImages = optionImagesOf(poll).map((option) => ({ ...option, image: fileOf(option.image) }));
  return {
    ...poll,
    ...(media === undefined ? {} : { media }),
    ...(optionImages.length > 0 ? { optionImages } : {}),
  };
}
