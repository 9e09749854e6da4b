/** A projection and the list that it is a copy of, both in the order of ids. */
export interface Reconciliation<T> {
  readonly pageSize: number;
  /** Ids above `after` in the projection. */
  readonly stored: (after: number, limit: number) => Promise<number[]>;
  /** Items above `after` at the owner. */
  readonly owned: (after: number, limit: number) => Promise<readonly T[]>;
  readonly idOf: (item: T) => number;
  /** Writes the owner's items to the projection and removes the ones that are gone. */
  readonly store: (items: readonly T[], gone: readonly number[]) => Promise<void>;
}

/** Stored ids read per item of the owner: more than one, because some of them may be gone. */
const STORED_PER_ITEM = 2;

/**
 * Makes the projection equal to the owner's list, reading both page by page in step. An item is only gone if the
 * projection had it before the owner was asked. So an item that is created meanwhile is never removed.
 * @returns the number of the owner's items
 */
export async function reconcile<T>({ pageSize, stored, owned, idOf, store }: Reconciliation<T>): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const limit = pageSize * STORED_PER_ITEM;
    const known = await stored(after, limit);
    const items = await owned(after, pageSize);
    // The id up to which both lists have been read. A page that is not full is the last one of its list.
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
