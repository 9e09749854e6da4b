/**
 * Does something with every item, a few at a time. After a failure no further one begins, and the failure is thrown
 * once those under way have ended.
 * @returns in the order of the items
 */
export async function each<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      try {
        results[index] = await work(items[index] as T, index);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const failure = workers.find((worker) => worker.status === 'rejected');
  if (failure) throw failure.reason;
  return results;
}
