import { ApiError } from '@inkling/platform';

/** Forms of one user at once, whether they arrive, wait or are processed. */
const PER_USER = 4;
/** Forms of one network whose files have begun to arrive, at once. */
const PER_NETWORK = 16;
/** Forms of one network at once, including those whose files have not begun. */
const FORMS_PER_NETWORK = 64;
/** Forms of the IPv6 block around a network. */
const FORMS_PER_BLOCK = 256;
/** The share of all places that files of one IPv6 block may take, however many networks it has. */
const BLOCKS = 1 / 2;
/** The share of all places that users without a complete profile may take. */
const NEWCOMERS = 1 / 4;

const YOURS = 'Your other uploads are still under way. Please wait for them.';
const TOO_MANY = 'Too many files are being uploaded right now. Please try again in a moment.';

/** The sender of a form. */
export interface Uploader {
  /** 0 without a session. */
  readonly userId: number;
  readonly network: string;
  /** The wider IPv6 block around the network; for IPv4 the network itself. */
  readonly block: string;
  /** The profile is not complete. */
  readonly newcomer: boolean;
}

/** An arriving file. */
export interface Arrival {
  /** It arrives too slowly to keep a place that another file needs. */
  readonly slow: boolean;
  readonly bytesPerSecond: number;
  disconnect(): void;
}

interface Holder {
  readonly newcomer: boolean;
  /** Frees the common place; a second call does nothing. */
  readonly leave: () => void;
}

/** Counts the uploads of users, networks, blocks and newcomers, and hands out the common places for arriving files. */
export class UploadPlaces {
  readonly #users = new Shares<string>();
  readonly #forms = new Shares<string>();
  readonly #networks = new Shares<string>();
  readonly #newcomers = new Shares<number>();
  readonly #arriving = new Map<Arrival, Holder>();
  readonly #most: number;

  /** @param most files that may arrive at once */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a form against the limits of its user and network. It takes none of the common places yet.
   * @returns a function that undoes it
   * @throws ApiError 503 above a limit
   */
  form({ userId, network, block }: Uploader): () => void {
    // Senders without a session share one user's places per network.
    const user = userId === 0 ? network : String(userId);
    if (this.#users.of(user) >= PER_USER) throw busy(YOURS);
    if (this.#forms.of(network) >= FORMS_PER_NETWORK) throw busy(TOO_MANY);
    if (block !== network && this.#forms.of(block) >= FORMS_PER_BLOCK) throw busy(TOO_MANY);
    const [leaveUser, leaveNetwork] = [this.#users.take(user), this.#forms.takeBoth(network, block)];
    return () => {
      leaveUser();
      leaveNetwork();
    };
  }

  /**
   * Takes one of the common places for a file whose first bytes have arrived. If none is free, the slowest sender below
   * the rate, or the oldest of several, loses its place and its connection.
   * @returns `arrived` frees the common place, `done` the counts of network and block
   * @throws ApiError 503 if there is no place
   */
  file({ userId, network, block, newcomer }: Uploader, arrival: Arrival): { arrived: () => void; done: () => void } {
    if (this.#networks.of(network) >= PER_NETWORK) throw busy(TOO_MANY);
    const blockFull = this.#networks.of(block) >= Math.max(PER_NETWORK, Math.floor(this.#most * BLOCKS));
    if (block !== network && blockFull) throw busy(TOO_MANY);
    if (newcomer && this.#newcomers.of(userId) > 0) throw busy(YOURS);
    if (newcomer && this.#newcomers.size >= Math.ceil(this.#most * NEWCOMERS))
      this.#replaceSlowest(({ newcomer: also }) => also);
    if (this.#arriving.size >= this.#most) this.#replaceSlowest(() => true);
    const leaveNewcomers = newcomer ? this.#newcomers.take(userId) : undefined;
    const leave = (): void => {
      if (this.#arriving.delete(arrival)) leaveNewcomers?.();
    };
    this.#arriving.set(arrival, { newcomer, leave });
    return { arrived: leave, done: this.#networks.takeBoth(network, block) };
  }

  #replaceSlowest(among: (holder: Holder) => boolean): void {
    let slowest: [Arrival, Holder] | undefined;
    for (const one of this.#arriving) {
      if (one[0].slow && among(one[1]) && !(slowest && slowest[0].bytesPerSecond <= one[0].bytesPerSecond))
        slowest = one;
    }
    if (!slowest) throw busy(TOO_MANY);
    slowest[1].leave();
    slowest[0].disconnect();
  }
}

/** Counts per key. */
class Shares<K> {
  readonly #held = new Map<K, number>();

  get size(): number {
    return this.#held.size;
  }

  of(key: K): number {
    return this.#held.get(key) ?? 0;
  }

  /** Counts two keys, or one if they are equal. @returns a function that undoes it, to be called once */
  takeBoth(one: K, other: K): () => void {
    const leaves = [...new Set([one, other])].map((key) => this.take(key));
    return () => leaves.forEach((leave) => leave());
  }

  /** @returns a function that undoes it, to be called once */
  take(key: K): () => void {
    this.#held.set(key, this.of(key) + 1);
    return () => {
      const left = this.of(key) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    };
  }
}

const busy = (message: string): ApiError => new ApiError('unavailable', { message });
