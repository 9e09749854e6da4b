const TIMES = 3;

/**
 * Milliseconds of processor time that some work takes, without the time that a busy machine makes it wait. The least of
 * three runs, since a shared core or a garbage collection makes single runs longer.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < TIMES; time += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
