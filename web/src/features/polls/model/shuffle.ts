import type { Poll } from '@inkling/contracts';

/** Mixes the bits of a 32-bit number, so that neighbours become far apart (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * The order in which a viewer sees the options of a shuffled poll, as indexes. It differs between viewers and polls,
 * and is the same on all devices of a viewer. Undefined for a poll in the author's order.
 * @param viewer key of the hash: the viewer's id, or a number that a visitor keeps
 */
export function shownOrder({ id, options, shuffled }: Pick<Poll, 'id' | 'options' | 'shuffled'>, viewer: number) {
  if (!shuffled) return undefined;
  const key = mix(mix(viewer) ^ mix(Math.floor(viewer / 2 ** 32)) ^ mix(id + 0x9e3779b9));
  const place = options.map((_, index) => mix(key + Math.imul(index + 1, 0x9e3779b9)));
  return options.map((_, index) => index).sort((a, b) => place[a]! - place[b]! || a - b);
}

/** Entries in that order. */
export const inOrder = <T>(entries: readonly T[], order: readonly number[] | undefined): readonly T[] =>
  order ? order.flatMap((index) => entries[index] ?? []) : entries;
