import { ApiError } from '@inkling/platform';

/** Of one user at once: forms that arrive, and files that wait or are worked on. */
const PER_USER = 4;
/** Of one network at once, likewise, with a file. */
const PER_NETWORK = 16;
/** Of one network at once, forms, also before their files come. */
const FORMS_PER_NETWORK = 64;
/** Of the IPv6 block around a network. */
const FORMS_PER_BLOCK = 256;
/** Of all places, the share that files from one IPv6 block may take, however many networks it has. */
const BLOCKS = 1 / 2;
/** Of all places, the share that users without a finished profile may take. */
const NEWCOMERS = 1 / 4;

const YOURS = 'Your other uploads are still under way. Please wait for them.';
const TOO_MANY = 'Too many files are being uploaded right now. Please try again in a moment.';

/** Who sends a form. */
export interface Uploader {
  /** 0 for a stranger. */
  readonly userId: number;
  readonly network: string;
  /** The wider IPv6 block around the network; for IPv4 the network itself. */
  readonly block: string;
  /** The profile is not finished. */
  readonly newcomer: boolean;
}

/** A file that arrives, as far as its place depends on it. */
export interface Arrival {
  /** It brings too little to keep a place that another file needs. */
  readonly slow: boolean;
  readonly bytesPerSecond: number;
  disconnect(): void;
}

interface Holder {
  readonly newcomer: boolean;
  /** Frees the common place; again does nothing. */
  readonly leave: () => void;
}

/**
 * Who holds which of the places for uploads: shares of users, networks, blocks and newcomers, and the common places.
 */
export class UploadPlaces {
  readonly #users = new Shares<string>();
  readonly #forms = new Shares<string>();
  readonly #networks = new Shares<string>();
  readonly #newcomers = new Shares<number>();
  readonly #arriving = new Map<Arrival, Holder>();

  /** @param most files that may be arriving at once */
  constructor(private readonly most: number) {}

  /**
   * Counts a form against its user and network; it holds none of the common places yet.
   * @returns gives the share back
   * @throws ApiError 503
   */
  form({ userId, network, block }: Uploader): () => void {
    // Strangers of one network share a user's places.
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
   * Gives a file whose first bytes are there one of the common places. When none is free, the slowest sender below the
   * rate, of several the oldest, loses its place and its connection.
   * @returns `arrived` frees the common place, `done` the shares of network and block
   * @throws ApiError 503
   */
  file({ userId, network, block, newcomer }: Uploader, arrival: Arrival): { arrived: () => void; done: () => void } {
    if (this.#networks.of(network) >= PER_NETWORK) throw busy(TOO_MANY);
    const blockFull = this.#networks.of(block) >= Math.max(PER_NETWORK, Math.floor(this.most * BLOCKS));
    if (block !== network && blockFull) throw busy(TOO_MANY);
    if (newcomer && this.#newcomers.of(userId) > 0) throw busy(YOURS);
    if (newcomer && this.#newcomers.size >= Math.ceil(this.most * NEWCOMERS))
      this.#replaceSlowest(({ newcomer: also }) => also);
    if (this.#arriving.size >= this.most) this.#replaceSlowest(() => true);
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

/** How many each key holds. */
class Shares<K> {
  readonly #held = new Map<K, number>();

  get size(): number {
    return this.#held.size;
  }

  of(key: K): number {
    return this.#held.get(key) ?? 0;
  }

  /** @returns gives both back, or the one that both are; to be called once */
  takeBoth(one: K, other: K): () => void {
    const leaves = [...new Set([one, other])].map((key) => this.take(key));
    return () => leaves.forEach((leave) => leave());
  }

  /** @returns gives it back; to be called once */
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
