/** Memory of the gateway's process, as it tells itself. */

const FIGURES = /** @type {const} */ ({
  rss: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
});

/**
 * @typedef {Record<keyof typeof FIGURES, number>} Memory bytes: of the process, of JavaScript objects, of what these
 * hold outside the heap
 */

/** @param {string} operations address of the gateway's operations port @returns {Promise<Memory>} */
export async function gatewayMemory(operations) {
  const response = await fetch(`${operations}/metrics`);
  if (!response.ok) throw new Error(`GET /metrics: ${response.status}`);
  const text = await response.text();
  const figure = (/** @type {string} */ name) => {
    const found = new RegExp(`^${name}(?:{.*})? (\\S+)$`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`the gateway's metrics have no ${name}`);
    return Number(found);
  };
  return { rss: figure(FIGURES.rss), heap: figure(FIGURES.heap), external: figure(FIGURES.external) };
}

/** The least of some samples, since garbage comes and goes. @param {Memory[]} samples @returns {Memory} */
export function leastOf(samples) {
  const least = (/** @type {keyof Memory} */ name) => Math.min(...samples.map((sample) => sample[name]));
  return { rss: least('rss'), heap: least('heap'), external: least('external') };
}
