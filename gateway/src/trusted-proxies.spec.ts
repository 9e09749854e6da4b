import { describe, expect, it } from '@jest/globals';
import { ConfigError, parseConfig } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';
import { GatewayConfig } from './config.js';
import { createAdapter } from './app/adapter.js';
import { clientOf } from './http/client.js';

const SECRET = { SESSION_SECRET: 'a secret of at least 32 characters, for tests' };
const configOf = (env: NodeJS.ProcessEnv) => parseConfig('gateway', GatewayConfig, { ...SECRET, ...env });

/** What the gateway takes a request for that a peer sends with these headers. */
async function seen(env: NodeJS.ProcessEnv, peer: string, headers: Record<string, string>) {
  const fastify = createAdapter(configOf(env)).getInstance() as unknown as FastifyInstance;
  fastify.get('/', (request) => ({ ip: clientOf(request).ip, host: request.host, protocol: request.protocol }));
  const answer = await fastify.inject({
    url: '/',
    remoteAddress: peer,
    headers: { host: 'polls.example.org', ...headers },
  });
  await fastify.close();
  return answer.json<{ ip: string; host: string; protocol: string }>();
}

const CLAIMS = {
  'x-forwarded-for': '198.51.100.9',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  forwarded: 'for=198.51.100.9;host=evil.example;proto=https',
};

describe('the proxies that the gateway believes', () => {
  it.each([
    ['by default', {}, '203.0.113.5'],
    ['by default, over IPv6', {}, '2001:db8::5'],
    ['from a neighbour of the proxy', { TRUSTED_PROXIES: '10.1.0.0/16' }, '10.2.0.1'],
    ['from the same machine, where only others are proxies', { TRUSTED_PROXIES: '10.1.0.0/16' }, '127.0.0.1'],
    ['from an IPv4 peer in IPv6 notation', { TRUSTED_PROXIES: '10.1.0.0/16' }, '::ffff:10.2.0.1'],
    ['where none is trusted', { TRUSTED_PROXIES: 'none' }, '127.0.0.1'],
    ['where a count alone would have believed anybody', { TRUST_PROXY: '2' }, '203.0.113.5'],
    ['where no hop is to be believed', { TRUST_PROXY: '0', TRUSTED_PROXIES: '203.0.113.0/24' }, '203.0.113.5'],
  ])(
    'do not include an untrusted peer, which moves neither address, host nor protocol: %s',
    async (_what, env, peer) => {
      const ip = peer.replace('::ffff:', '');
      const found = await seen(env, peer, CLAIMS);
      expect({ ...found, ip: found.ip.replace('::ffff:', '') }).toEqual({
        ip,
        host: 'polls.example.org',
        protocol: 'http',
      });
    },
  );

  it.each([
    ['the same machine', {}, '127.0.0.1'],
    ['the same machine over IPv6', {}, '::1'],
    ['the same machine in IPv6 notation', {}, '::ffff:127.0.0.1'],
    ['a network', { TRUSTED_PROXIES: 'loopback, 10.1.0.0/16' }, '10.1.200.3'],
    ['a network, in IPv6 notation', { TRUSTED_PROXIES: '10.1.0.0/16' }, '::ffff:10.1.200.3'],
    ['one address', { TRUSTED_PROXIES: '203.0.113.5' }, '203.0.113.5'],
    ['a network of IPv6', { TRUSTED_PROXIES: '2001:db8:1::/48' }, '2001:DB8:1:ffff::1'],
    ['private networks', { TRUSTED_PROXIES: 'private' }, '172.20.0.3'],
    ['private networks of IPv6', { TRUSTED_PROXIES: 'private' }, 'fd00::3'],
  ])('include %s', async (_what, env, peer) => {
    expect((await seen(env, peer, CLAIMS)).ip).toBe('198.51.100.9');
  });

  it('are followed to the first address that is none of them, and no further than their number', async () => {
    const chain = { 'x-forwarded-for': '192.0.2.1, 198.51.100.9, ::ffff:10.0.0.7' };
    expect((await seen({ TRUSTED_PROXIES: '10.0.0.0/8' }, '10.0.0.8', chain)).ip).toBe('198.51.100.9');
    expect((await seen({ TRUSTED_PROXIES: '10.0.0.0/8', TRUST_PROXY: '1' }, '10.0.0.8', chain)).ip).toBe(
      '::ffff:10.0.0.7',
    );
    // A person of the private network who claims to be somebody else is still that person.
    const lan = { 'x-forwarded-for': '192.0.2.1, 192.168.1.20' };
    expect((await seen({ TRUSTED_PROXIES: 'private', TRUST_PROXY: '1' }, '172.20.0.3', lan)).ip).toBe('192.168.1.20');
  });

  it.each([
    '10.0.0.0/33',
    '2001:db8::/129',
    'nginx',
    '10.0.0.0/',
    '10.0.0/8',
    '0x7f.1',
    '1',
    'loopback,,',
    '10.0.0.0/8 192.0.2.1',
  ])('cannot be %j: the start ends with one clear line', (value) => {
    expect(() => configOf({ TRUSTED_PROXIES: value })).toThrow(ConfigError);
    expect(() => configOf({ TRUSTED_PROXIES: value })).toThrow(
      'gateway: bad configuration. TRUSTED_PROXIES: must be addresses or networks such as 10.0.0.0/8, ' +
        'separated by commas, or loopback, private or none',
    );
  });
});
