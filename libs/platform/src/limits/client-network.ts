import { isIPv4, isIPv6 } from 'node:net';

/** Bits of an IPv6 address that name one customer of a provider; the rest is the customer's own. */
const CUSTOMER_BITS = 56;
/** Bits that name the largest block a provider usually hands to one customer. */
const BLOCK_BITS = 48;

/**
 * The network that a limit counts as one client: an IPv4 address, or the /56 of an IPv6 address, which is what one
 * household can choose addresses from. IPv4 inside IPv6 counts as IPv4; text that is no address counts as itself.
 */
export const clientNetwork = (ip: string): string => network(ip, CUSTOMER_BITS);

/** The wider block around a client's network: the /48 of an IPv6 address. An IPv4 address has none and stays itself. */
export const clientBlock = (ip: string): string => network(ip, BLOCK_BITS);

/** A /48 has 256 networks of customers, and one customer may have it alone; it may use a limit as often as this. */
const BLOCK_NETWORKS = 8;

/** What a limit counts, and how much of it there may be. */
export interface NetworkShare {
  readonly key: string;
  readonly most: number;
}

/**
 * The shares that one client's use counts against: its network's, then the larger share of the IPv6 block around it.
 * IPv4 has only the first, since neighbouring addresses belong to strangers.
 * @param most what a network may use
 * @param mostOfBlock what a block may use
 */
export function networkShares(ip: string, most: number, mostOfBlock = most * BLOCK_NETWORKS): NetworkShare[] {
  const [own, block] = [clientNetwork(ip), clientBlock(ip)];
  return own === block
    ? [{ key: own, most }]
    : [
        { key: own, most },
        { key: block, most: mostOfBlock },
      ];
}

function network(ip: string, bits: number): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  const address = ip.split('%')[0] ?? ip;
  if (!isIPv6(address)) return ip;
  const prefix = groupsOf(address).slice(0, Math.ceil(bits / 16));
  const spare = prefix.length * 16 - bits;
  const last = prefix.length - 1;
  prefix[last] = ((prefix[last] ?? 0) >> spare) << spare;
  return `${prefix.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** The eight groups of an IPv6 address without a dotted tail. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].map(
    (group) => Number.parseInt(group, 16) || 0,
  );
}
