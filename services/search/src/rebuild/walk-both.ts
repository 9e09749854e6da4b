/** Two lists of one kind of thing, in the order of ids. */
export interface Sides<T> {
  readonly pageSize: number;
  /** Ids that the projection has, above `after`. */
  readonly stored: (after: number, limit: number) => Promise<number[]>;
  /** What the owner has, above `after`. */
  readonly owned: (after: number, limit: number) => Promise<readonly T[]>;
  readonly idOf: (item: T) => number;
  /** Takes in what the owner has, and lets go of what it no longer has. */
  readonly store: (items: readonly T[], gone: readonly number[]) => Promise<void>;
}

/** Stored ids that are read for one page of the owner's: more than the page, as some may be gone. */
const STORED_PER_ITEM = 2;

/**
 * Walks both lists in step and stores the owner's in place of the projection's. Something counts as gone only when the
 * projection had it before the owner was asked: what is created during the walk was not there then, or is in the
 * answer.
 * @returns how many the owner has
 */
export async function walkBoth<T>({ pageSize, stored, owned, idOf, store }: Sides<T>): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const limit = pageSize * STORED_PER_ITEM;
    const known = await stored(after, limit);
    const items = await owned(after, pageSize);
    // As far as both lists have been read; a list that came back short has been read to its end.
    const end = Math.min(
      known.length < limit ? Infinity : known.at(-1)!,
      items.length < pageSize ? Infinity : idOf(items.at(-1)!),
    );
    const page = items.filter((item) => idOf(item) <= end);
    const present = new Set(page.map(idOf));
    await store(
      page,
      known.filter((id) => id <= end && !present.has(id)),
    );
    count += page.length;
    if (end === Infinity) return count;
    after = end;
  }
}
