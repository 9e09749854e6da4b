/** Reads from one instance, as many different people, and looks at what comes back. */
import { drive } from '../drive.mts';
import { requestBytes } from '../raw-http.mts';
import { SessionCookies } from '../tokens.mts';
import type { Product } from '../product.mts';
import type { Read } from './reads.mts';

/** Answers of each kind that are read in full before the clock starts. */
const CHECKED = 12;
/** A step between the people who ask them. */
const STRIDE = 83;

export class Reader {
  readonly product: Product;
  readonly reads: Map<string, Read>;
  /** Requests under way at a time. */
  static CONNECTIONS = 8;

  /** What was wrong with answers. */
  problems: string[] = [];
  /** Where each kind goes on. */
  #positions: Map<string, number> = new Map();
  readonly #cookies: SessionCookies;

  /** @param people user ids */
  constructor(product: Product, people: readonly number[], reads: Read[]) {
    this.product = product;
    this.#cookies = new SessionCookies(people, product.secret);
    this.reads = new Map(reads.map((read) => [read.name, read]));
  }

  get names() {
    return [...this.reads.keys()];
  }

  /** Reads some answers of each kind and notes those that do not hold what was asked for. */
  async check() {
    this.#cookies.renew();
    for (const { name, paths, holds } of this.reads.values()) {
      for (let n = 0; n < CHECKED; n += 1) {
        const path = paths[n % paths.length] ?? '';
        const response = await fetch(this.product.origin + path, {
          headers: { cookie: this.#cookies.of(n * STRIDE) },
        });
        const text = await response.text();
        if (response.status === 200 && holds(JSON.parse(text), path)) continue;
        this.problems.push(`${name}: GET ${path} answered ${response.status} ${text.slice(0, 200)}`);
        break;
      }
    }
  }

  /**
   * Reads of one kind, as many as there is time for.
   * @returns milliseconds
   */
  async read(name: string, seconds: number): Promise<{ p50: number; p99: number }> {
    this.#cookies.renew();
    const { port } = this.product;
    const paths = this.reads.get(name)?.paths ?? [];
    let position = this.#positions.get(name) ?? 0;
    const next = () => {
      const request = requestBytes(port, this.#cookies.of(position), 'GET', paths[position % paths.length] ?? '');
      position += 1;
      return request;
    };
    const { p50, p99, completed, statuses, broken, firstFailure } = await drive({
      port,
      connections: Reader.CONNECTIONS,
      seconds,
      next,
    });
    this.#positions.set(name, position);
    if (completed !== (statuses[200] ?? 0) || broken > 0)
      this.problems.push(
        `${name}: answers ${JSON.stringify(statuses)}, ${broken} connections broke; the first failure: ${firstFailure}`,
      );
    return { p50, p99 };
  }
}
