const WINDOW_MS = 60_000;
const MOST_RESTARTS = 3;

/**
 * Keeps a part of the product running: starts it again when it ends by itself, at most three times a minute.
 * @template {{ child: import('./children.mjs').Child }} T
 * @param {string} label for the person at the terminal
 * @param {() => Promise<T>} start also called to start it again
 * @param {{ report: (line: string) => void, mayRestart: () => boolean, giveUp: (error: unknown) => void }} hooks
 *   `mayRestart` is
 *   false while the first start is still waited for, `giveUp` is called when it cannot be kept running
 * @returns {Promise<{ first: T, stop: () => Promise<void>, restart: () => Promise<void> }>}
 */
export async function supervise(label, start, { report, mayRestart, giveUp }) {
  const first = await start();
  let current = first;
  let stopping = false;
  const restarts = [];

  const watch = (part) =>
    void part.child.exited.then((end) => (part === current && !stopping && mayRestart() ? ended(end) : undefined));
  const ended = async ({ code, signal }) => {
    const now = Date.now();
    while (restarts.length > 0 && now - restarts[0] > WINDOW_MS) restarts.shift();
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
      await current.child.stop();
    },
    restart: async () => {
      const old = current;
      // Not `current` any more: its end is wanted.
      current = undefined;
      await old?.child.stop();
      if (!stopping) await begin();
    },
  };
}
