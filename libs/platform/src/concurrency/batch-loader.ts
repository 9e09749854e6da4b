import { ApiError } from '../errors/api-error.js';
import { Batcher, type BatcherLimits } from './batcher.js';

interface Load<Key, Value> extends PromiseWithResolvers<Value> {
  readonly key: Key;
}

/** A `Batcher` whose callers each wait for one result: many loads of the same moment become one read. */
export class BatchLoader<Key, Value> {
  readonly #batcher: Batcher<Load<Key, Value>>;

  /**
   * @param read the values of these keys, in the same order. An `Error` among them rejects its own load alone;
   *   a rejection rejects every load of the batch
   */
  constructor(read: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>, limits: BatcherLimits) {
    this.#batcher = new Batcher(
      (loads) => settle(loads, read),
      limits,
      ({ reject }) => reject(new ApiError('unavailable')),
    );
  }

  /** @throws ApiError `unavailable` when too many loads wait or this one waited too long; else what `read` throws */
  load(key: Key): Promise<Value> {
    const load: Load<Key, Value> = { key, ...Promise.withResolvers<Value>() };
    if (!this.#batcher.add(load)) load.reject(new ApiError('unavailable'));
    return load.promise;
  }
}

async function settle<Key, Value>(
  loads: readonly Load<Key, Value>[],
  read: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
): Promise<void> {
  try {
    const values = await read(loads.map(({ key }) => key));
    loads.forEach(({ resolve, reject }, index) => {
      const value = values[index]!;
      if (value instanceof Error) reject(value);
      else resolve(value);
    });
  } catch (error) {
    for (const { reject } of loads) reject(error);
  }
}
