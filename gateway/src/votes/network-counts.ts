import { hash, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { clientBlock } from '@inkling/platform';

const WINDOW_MS = 600_000;
/** Polls with votes in the last ten minutes that are remembered; the longest known are forgotten first. */
const POLLS = 2_000;
/** Networks that are counted on one poll. */
const NETWORKS = 32;
/** A poll is pointed out at most this often: the caller may have failed to pass it on. */
const AGAIN_MS = 60_000;

interface Window {
  readonly since: number;
  votes: number;
  quietUntil: number;
  readonly networks: Map<number, number>;
}

/**
 * The network that a flag counts: an IPv4 /24 or an IPv6 /48. Limits count a single IPv4 address, because a limit would
 * punish its neighbours. A flag punishes nobody, and people who rent addresses to cheat rent neighbouring ones.
 */
export function flaggedNetwork(ip: string): string {
  const block = clientBlock(ip);
  return isIPv4(block) ? block.slice(0, block.lastIndexOf('.')) : block;
}

/**
 * How many votes on a poll came from one network in ten minutes. A person votes once on a poll, so each vote is an
 * account, but no account is known here. Networks are kept as keyed hashes; the key is random, differs between
 * processes, and is never stored, and a poll's counts are forgotten after ten minutes (ADR 5, ADR 30).
 */
export class NetworkCounts {
  readonly #key = randomBytes(32).toString('hex');
  readonly #windows = new Map<number, Window>();

  /** @param least votes of one network that are pointed out, if they are more than half of the poll's votes */
  constructor(private readonly least: number) {}

  /**
   * Counts an accepted vote.
   * @param at milliseconds since 1970
   * @returns the network's votes in these ten minutes if the poll is to be pointed out, at most once a minute;
   * otherwise undefined
   */
  add(pollId: number, ip: string, at: number): number | undefined {
    const window = this.#windowOf(pollId, at);
    window.votes += 1;
    const votes = count(window.networks, this.#hash(pollId, flaggedNetwork(ip)));
    if (votes < this.least || votes * 2 <= window.votes || at < window.quietUntil) return undefined;
    window.quietUntil = at + AGAIN_MS;
    return votes;
  }

  /** Forgets polls whose ten minutes are over. */
  forgetOld(at: number): void {
    for (const [pollId, { since }] of this.#windows) {
      // They are in the order in which they began.
      if (at - since < WINDOW_MS) return;
      this.#windows.delete(pollId);
    }
  }

  /** The number of polls and of networks that are remembered. */
  get size(): { readonly polls: number; readonly networks: number } {
    let networks = 0;
    for (const window of this.#windows.values()) networks += window.networks.size;
    return { polls: this.#windows.size, networks };
  }

  /** The keys under which networks are remembered. */
  keys(): number[] {
    return [...this.#windows.values()].flatMap(({ networks }) => [...networks.keys()]);
  }

  #windowOf(pollId: number, at: number): Window {
    const known = this.#windows.get(pollId);
    if (known && at - known.since < WINDOW_MS) return known;
    this.#windows.delete(pollId);
    const window = { since: at, votes: 0, quietUntil: at, networks: new Map<number, number>() };
    this.#windows.set(pollId, window);
    if (this.#windows.size > POLLS) this.#windows.delete(this.#windows.keys().next().value!);
    return window;
  }

  /**
   * 48 bits, which a number holds exactly. A hash in one call over key and text takes a fifth of the time of an HMAC,
   * and these hashes are shown to nobody who could append to them.
   */
  #hash(pollId: number, network: string): number {
    return Number.parseInt(hash('sha256', `${this.#key}${pollId} ${network}`).slice(0, 12), 16);
  }
}

/**
 * Adds one to a network's count. Where all places are taken, every count falls by one instead (Misra and Gries): so
 * many networks with few votes cannot push out one with half of them, and no count is ever too high.
 */
function count(networks: Map<number, number>, network: number): number {
  const votes = networks.get(network);
  if (votes === undefined && networks.size >= NETWORKS) {
    for (const [other, its] of networks)
      if (its > 1) networks.set(other, its - 1);
      else networks.delete(other);
    return 0;
  }
  const more = (votes ?? 0) + 1;
  networks.set(network, more);
  return more;
}
