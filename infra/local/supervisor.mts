import type { Child } from './children.mts';

const WINDOW_MS = 60_000;
const MOST_RESTARTS = 3;

/**
 * Keeps a part of the product running: starts it again when it ends by itself, at most three times a minute.
 * @param label for the person at the terminal
 * @param start also called to start it again
 * @param hooks `mayRestart` is false until the first start has succeeded; `giveUp` is called when the part cannot be
 *   kept running
 */
export async function supervise<T extends { child: Child }>(
  label: string,
  start: () => Promise<T>,
  {
    report,
    mayRestart,
    giveUp,
  }: { report: (line: string) => void; mayRestart: () => boolean; giveUp: (error: unknown) => void },
): Promise<{ first: T; stop: () => Promise<void>; restart: () => Promise<void> }> {
  const first = await start();
  let current: T | undefined = first;
  let stopping = false;
  let restarts: number[] = [];

  const watch = (part: T) =>
    void part.child.exited.then((end) => (part === current && !stopping && mayRestart() ? ended(end) : undefined));
  const ended = async ({ code, signal }: Awaited<Child['exited']>) => {
    const now = Date.now();
    restarts = restarts.filter((time) => now - time <= WINDOW_MS);
    const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
    if (restarts.length >= MOST_RESTARTS) return giveUp(new Error(`${label} ${how}, again and again`));
    restarts.push(now);
    report(`${label} ${how}; starting it again.`);
    await begin();
  };
  const begin = async () => {
    try {
      const next = await start();
      current = next;
      if (stopping) await next.child.stop();
      else watch(next);
    } catch (error) {
      if (!stopping) giveUp(error);
    }
  };
  watch(first);
  return {
    first,
    stop: async () => {
      stopping = true;
      await current?.child.stop();
    },
    restart: async () => {
      const old = current;
      // No longer `current`, because its end is intended.
      current = undefined;
      await old?.child.stop();
      if (!stopping) await begin();
    },
  };
}
