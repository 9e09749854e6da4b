/** Reads from one instance, as many different people, and looks at what comes back. */
import { ACCESS_COOKIE } from '@inkling/contracts';
import { drive } from '../drive.mts';
import { requestBytes } from '../raw-http.mts';
import { accessToken, sessionId } from '../tokens.mts';
import type { Product } from '../product.mts';
import type { Read } from './reads.mts';

/** Answers of each kind that are read in full before the clock starts. */
const CHECKED = 12;
/** A step between the people who ask them. */
const STRIDE = 83;
/** Tokens older than this are replaced, long before they expire. */
const TOKEN_AGE_MAX_MS = 200_000;

export class Reader {
  readonly product: Product;
  readonly people: readonly number[];
  readonly reads: Map<string, Read>;
  /** Requests under way at a time. */
  static CONNECTIONS = 8;

  /** What was wrong with answers. */
  problems: string[] = [];
  /** Where each kind goes on. */
  #positions: Map<string, number> = new Map();
  #cookies: string[] = [];
  #mintedAt = -Infinity;

  /** @param people user ids */
  constructor(product: Product, people: readonly number[], reads: Read[]) {
    this.product = product;
    this.people = people;
    this.reads = new Map(reads.map((read) => [read.name, read]));
  }

  get names() {
    return [...this.reads.keys()];
  }

  /** Reads some answers of each kind and notes those that do not hold what was asked for. */
  async check() {
    this.#mintWhenOld();
    for (const { name, paths, holds } of this.reads.values()) {
      for (let n = 0; n < CHECKED; n += 1) {
        const path = paths[n % paths.length] ?? '';
        const response = await fetch(this.product.origin + path, {
          headers: { cookie: this.#cookies[(n * STRIDE) % this.#cookies.length] ?? '' },
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
    this.#mintWhenOld();
    const { port } = this.product;
    const paths = this.reads.get(name)?.paths ?? [];
    let position = this.#positions.get(name) ?? 0;
    const next = () => {
      const headers = { Cookie: this.#cookies[position % this.#cookies.length] ?? '' };
      const path = paths[position % paths.length] ?? '';
      position += 1;
      return requestBytes({ method: 'GET', path, port, headers });
    };
    const { p50, p99, completed, statuses, broken, firstFailure } = await drive({
      host: '127.0.0.1',
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

  #mintWhenOld() {
    if (performance.now() - this.#mintedAt < TOKEN_AGE_MAX_MS) return;
    this.#mintedAt = performance.now();
    this.#cookies = this.people.map(
      (userId) => `${ACCESS_COOKIE}=${accessToken({ userId, sessionId: sessionId(userId) }, this.product.secret)}`,
    );
  }
}
