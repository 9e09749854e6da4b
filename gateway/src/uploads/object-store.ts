import type { Readable } from 'node:stream';

/** Injection token of the `ObjectStore` that the configuration chose. */
export const OBJECT_STORE = Symbol('object-store');

export interface StoredObject {
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

export interface ListedObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

/** Bytes `start` to `end` of an object, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The store of media. An object never changes under its key. Every method throws ApiError `unavailable` (503) if the
 * store fails or its disk is full, and none waits for ever.
 */
export interface ObjectStore {
  /** Checks that a write succeeds now. @throws NotReady with the reason */
  expectRoom(): Promise<void>;
  /** Stores a copy of a local file, completely or not at all. */
  put(key: string, file: string, contentType: string): Promise<void>;
  /**
   * Stores what a stream yields, completely or not at all, and holds only a part at a time. An error of the stream
   * fails it; an error of the store destroys the stream.
   */
  write(key: string, source: Readable, contentType: string): Promise<void>;
  /** Undefined if there is no such object. */
  head(key: string): Promise<StoredObject | undefined>;
  /**
   * The object's bytes, or a range of them; undefined if there is no such object. Destroying the stream frees its
   * resources.
   */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes objects; missing ones count as removed. */
  remove(keys: readonly string[]): Promise<void>;
  /** A page of at most `limit` objects in the store's order; `cursor` continues after an earlier page. */
  list(limit: number, cursor?: string): Promise<{ objects: ListedObject[]; cursor?: string }>;
}
