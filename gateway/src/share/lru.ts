/** A cache with a total weight. The value that was unused for longest is removed first. */
export class Lru<V> {
  readonly #entries = new Map<string, { value: V; weight: number }>();
  #total = 0;
  readonly #weightMax: number;

  /** @param weightMax in the unit of the weights that `set` is given, such as entries or bytes */
  constructor(weightMax: number) {
    this.#weightMax = weightMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** A value heavier than the whole cache is not kept. */
  set(key: string, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#weightMax) return;
    this.#entries.set(key, { value, weight });
    this.#total += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#weightMax) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#total -= entry.weight;
  }
}
