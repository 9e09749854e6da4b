/** Percentiles and medians of the benchmark. */

/**
 * Nearest-rank percentile.
 * @param sorted ascending
 * @param share 0 to 1, as in 0.99
 * @returns 0 when there is nothing to rank
 */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return 0;
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/**
 * @param values any order
 * @returns 0 for none; the mean of the middle two for an even number
 */
export function median(values: number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Median, p50 and p99 of one run.
 * @param latencies milliseconds, sorted in place
 */
export function summarise(latencies: Float64Array) {
  latencies.sort();
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), max: latencies.at(-1) ?? 0 };
}
