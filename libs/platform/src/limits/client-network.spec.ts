import { describe, expect, it } from '@jest/globals';
import { clientBlock, clientNetwork } from './client-network.js';

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
    expect([clientNetwork(ip), clientBlock(ip)]).toEqual([network, block]);
  });
});
