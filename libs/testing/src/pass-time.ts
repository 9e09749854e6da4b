const now = performance.now.bind(performance);
let passed = 0;

/**
 * From now on this process's monotonic clock (`performance.now`) is later by `ms`; timers and dates stay as they are.
 */
export function passTime(ms: number): void {
  passed += ms;
  performance.now = () => now() + passed;
}
