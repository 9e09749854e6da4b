/** A cache with a total weight. The value that was unused for longest is removed first. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, { value: V; weight: number }>();
  readonly #loads = new Map<K, Promise<V>>();
  readonly #weightMax: number;
  readonly #weightOf: (value: V) => number;
  #total = 0;

  /**
   * @param weightMax in the unit of `weightOf`, such as entries or bytes
   * @param weightOf a value heavier than `weightMax` is not kept; default: every value weighs 1
   */
  constructor(weightMax: number, weightOf: (value: V) => number = () => 1) {
    this.#weightMax = weightMax;
    this.#weightOf = weightOf;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const weight = this.#weightOf(value);
    if (weight > this.#weightMax) return;
    this.#entries.set(key, { value, weight });
    this.#total += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#weightMax) break;
      this.delete(oldest);
    }
  }

  /** The cached value, or the one that `make` returns, which concurrent calls share. `undefined` is not kept. */
  load(key: K, make: () => Promise<V>): Promise<V> {
    const known = this.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const underWay = this.#loads.get(key);
    if (underWay) return underWay;
    const load = this.#make(key, make).finally(() => this.#loads.delete(key));
    this.#loads.set(key, load);
    return load;
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#total -= entry.weight;
  }

  async #make(key: K, make: () => Promise<V>): Promise<V> {
    const value = await make();
    if (value !== undefined) this.set(key, value);
    return value;
  }
}
