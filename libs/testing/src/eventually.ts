export interface EventuallyOptions {
  /** Default 40,000: a busy machine takes its time, and less than a test may take. */
  readonly timeoutMs?: number;
  /** Between two looks; default 20. */
  readonly intervalMs?: number;
}

/**
 * Waits for a condition: calls `look` until it neither throws nor returns `false`.
 * @returns what `look` returned
 * @throws the last error of `look`, or an error that it stayed false, when time is up
 */
export async function eventually<T>(look: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const timeoutMs = options.timeoutMs ?? 40_000;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let failure: unknown;
    try {
      const answer = await look();
      if (answer !== false) return answer;
      failure = new Error(`The condition was still false after ${timeoutMs} ms`);
    } catch (error) {
      failure = error;
    }
    if (Date.now() >= deadline) throw failure;
    await new Promise((resolve) => setTimeout(resolve, options.intervalMs ?? 20));
  }
}
