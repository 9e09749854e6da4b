import { BlockList, isIP, isIPv4 } from 'node:net';

const NAMED: Record<string, readonly string[]> = {
  none: [],
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** The message to the operator for a list of proxies that cannot be read. */
export const NOT_PROXIES =
  'must be addresses or networks such as 10.0.0.0/8, separated by commas, or loopback, private or none';

/** A socket for both families reports IPv4 addresses in IPv6 notation. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** The addresses whose forwarding headers are believed. */
export class TrustedProxies {
  readonly #list = new BlockList();

  private constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIPv4(address) ? 'ipv4' : 'ipv6';
      this.#list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
    }
  }

  /**
   * @param text addresses, networks and names, separated by commas
   * @returns undefined where one of them cannot be read
   */
  static parse(text: string): TrustedProxies | undefined {
    const networks = text.split(',').flatMap((item) => NAMED[item.trim()] ?? [item.trim()]);
    return networks.every(isNetwork) ? new TrustedProxies(networks) : undefined;
  }

  /** @param address of a peer; undefined once it has disconnected */
  has(address: string | undefined): boolean {
    const one = plain(address?.split('%')[0] ?? '');
    return isIP(one) !== 0 && this.#list.check(one, isIPv4(one) ? 'ipv4' : 'ipv6');
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
