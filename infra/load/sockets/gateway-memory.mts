/** Memory of the gateway's process, as it tells itself. */

const FIGURES = {
  rss: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
} as const;

/** Bytes: of the process, of JavaScript objects, of what these hold outside the heap. */
export type Memory = Record<keyof typeof FIGURES, number>;

/** @param operations address of the gateway's operations port */
export async function gatewayMemory(operations: string): Promise<Memory> {
  const response = await fetch(`${operations}/metrics`);
  if (!response.ok) throw new Error(`GET /metrics: ${response.status}`);
  const text = await response.text();
  const figure = (name: string) => {
    const found = new RegExp(`^${name}(?:{.*})? (\\S+)$`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`the gateway's metrics have no ${name}`);
    return Number(found);
  };
  return { rss: figure(FIGURES.rss), heap: figure(FIGURES.heap), external: figure(FIGURES.external) };
}

/** The least of some samples, since garbage comes and goes. */
export function leastOf(samples: Memory[]): Memory {
  const least = (name: keyof Memory) => Math.min(...samples.map((sample) => sample[name]));
  return { rss: least('rss'), heap: least('heap'), external: least('external') };
}
