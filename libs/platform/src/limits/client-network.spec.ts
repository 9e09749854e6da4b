import { describe, expect, it } from '@jest/globals';
import { clientNetwork, networkShares } from './client-network.js';

const shareOf = (ip: string) => networkShares(ip, 3);

describe('client network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2ff:aaaa:bbbb:cccc:dddd', '2001:db8:1:200::/56', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:0::/56', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/56', '0:0:0::/48'],
    ['1:2:3:4ff:5:6:7::', '1:2:3:400::/56', '1:2:3::/48'],
    ['', '', ''],
    ['not an address', 'not an address', 'not an address'],
  ])('%j counts as %j in %j', (ip, network, block) => {
    expect(clientNetwork(ip)).toBe(network);
    const wider = block === network ? [] : [{ key: block, most: 24 }];
    expect(shareOf(ip)).toEqual([{ key: network, most: 3 }, ...wider]);
  });

  it('a wider block may have a limit of its own', () => {
    expect(networkShares('2001:db8::1', 3, 5)).toEqual([
      { key: '2001:db8:0:0::/56', most: 3 },
      { key: '2001:db8:0::/48', most: 5 },
    ]);
  });
});
