/** Memory of the gateway's process, as it reports it. */

const FIGURES = {
  rss: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
} as const;

/** Bytes: of the process, of JavaScript objects, of what these hold outside the heap. */
export type Memory = Record<keyof typeof FIGURES, number>;

const ofEach = (figure: (name: keyof Memory) => number): Memory => ({
  rss: figure('rss'),
  heap: figure('heap'),
  external: figure('external'),
});

/** @param operations address of the gateway's operations port */
export async function gatewayMemory(operations: string): Promise<Memory> {
  const response = await fetch(`${operations}/metrics`);
  if (!response.ok) throw new Error(`GET /metrics: ${response.status}`);
  const text = await response.text();
  return ofEach((name) => {
    const found = new RegExp(`^${FIGURES[name]}(?:{.*})? (\\S+)$`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`the gateway's metrics have no ${FIGURES[name]}`);
    return Number(found);
  });
}

/** The least of some samples, since garbage comes and goes. */
export const leastOf = (samples: Memory[]): Memory =>
  ofEach((name) => Math.min(...samples.map((sample) => sample[name])));
