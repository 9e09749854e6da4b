const TIMES = 3;

/**
 * Milliseconds of processor time that some work takes: how long a busy machine lets it wait does not count. The least
 * of three times, since one core that two programs share, or a collection of garbage, makes any single one longer.
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
