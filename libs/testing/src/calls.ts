import type { ApiError } from '@inkling/platform';

/** `ok`, or the code with which a call was refused. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: ApiError) => error.code,
  );

/** How often each outcome came. */
export async function tally(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(calls.map(outcome))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** So many calls, a hundred of them at once: all at once, the last would wait for its turn until its time is up. */
export async function inWaves<T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  while (answers.length < count)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, count - answers.length) }, (_, n) => call(answers.length + n)),
      )),
    );
  return answers;
}
