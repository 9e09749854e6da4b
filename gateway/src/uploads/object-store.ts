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
 * Where media lies. Objects never change under their key. Every method throws ApiError `unavailable` (503) when the
 * store cannot be reached, full disk included, and none waits for ever.
 */
export interface ObjectStore {
  /** Whether the store takes a write now. @throws NotReady saying why not */
  expectRoom(): Promise<void>;
  /** Stores a copy of a local file. The object is there whole or not at all. */
  put(key: string, file: string, contentType: string): Promise<void>;
  /** Undefined where there is no such object. */
  head(key: string): Promise<StoredObject | undefined>;
  /**
   * The object's bytes, or some of them; undefined where there is no such object. Destroying the stream frees all it
   * holds.
   */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes objects; those that are not there count as removed. */
  remove(keys: readonly string[]): Promise<void>;
  /** Objects in the order of the store, `limit` at the most in a page; `cursor` continues after an earlier page. */
  list(limit: number, cursor?: string): Promise<{ objects: ListedObject[]; cursor?: string }>;
}
