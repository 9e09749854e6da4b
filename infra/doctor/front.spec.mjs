import { describe, expect, it } from '@jest/globals';
import { certificate } from './checks/certificate.mts';
import { clock } from './checks/clock.mts';
import { dns } from './checks/dns.mts';
import { origin } from './checks/origin.mts';
import { proxy } from './checks/proxy.mts';
import { NOW, missing, ran, said } from './context.spec-support.mts';

const DAY_MS = 86_400_000;

describe('checks of the way in', () => {
  it('clock: chrony counts as well, and a clock that nothing keeps right is a warning', async () => {
    const host = (chrony) => ({
      run: async (command) => (command === 'chronyc' ? chrony : missing),
      exchange: async () => Promise.reject(new Error()),
    });
    expect(await said(clock, { host: host(ran('A,B,Normal')) })).toEqual(['ok: kept right by chrony']);
    expect(await said(clock, { host: host(ran('A,B,Not synchronised')) })).toEqual(['fail: chrony has found no time']);
    expect(await said(clock, { host: host(missing) })).toEqual(['warn: nothing here says whether it is kept right']);
  });

  it.each([
    [0, "ok: as polls.example.org's"],
    [20_000, 'warn: 20 s ahead of polls.example.org'],
    [-300_000, 'fail: 300 s behind polls.example.org'],
  ])('clock: %d ms off', async (off, expected) => {
    const exchange = async () => ({ headers: { date: new Date(NOW - off).toUTCString() } });
    expect((await said(clock, { host: { run: async () => ran('yes'), exchange } }))[1]).toBe(expected);
  });

  it('dns: an address elsewhere is worth a look, and names are asked for from inside', async () => {
    const docker = {
      containers: async () => [{ service: 'notifications', state: 'running' }],
      compose: async (args) => ran(args.includes('mail.example.org') ? 'mail.example.org' : ''),
    };
    const at = (address, more = {}) => said(dns, { host: { resolve: async () => [address] }, docker, ...more });
    expect(await at('192.0.2.10')).toEqual(['ok: polls.example.org is 192.0.2.10']);
    expect(await at('198.51.100.1')).toEqual([
      "warn: polls.example.org is 198.51.100.1, which is none of this computer's addresses",
    ]);
    const settings = { SMTP_URL: 'smtp://mail.example.org' };
    expect(await at('192.0.2.10', { settings })).toEqual([
      'ok: polls.example.org is 192.0.2.10',
      'fail: notifications does not find mail.example.org',
    ]);
  });

  it('dns: of a cluster the name is that of its Gateway or Ingress', async () => {
    const lists = {
      'gateways.gateway.networking.k8s.io': [{ status: { addresses: [{ value: '198.51.100.1' }] } }],
      'ingresses.networking.k8s.io': { problem: 'no such kind' },
    };
    const at = (address) =>
      said(dns, {
        mode: 'kubernetes',
        kubectl: { list: async (kind) => lists[kind] },
        host: { resolve: async () => [address] },
      });
    expect(await at('198.51.100.1')).toEqual(['ok: polls.example.org is 198.51.100.1']);
    expect(await at('192.0.2.10')).toEqual([
      "warn: polls.example.org is 192.0.2.10, which is none of the Gateway's addresses",
    ]);
  });

  it.each([
    [90, true, 'ok: of Issuer, ends in 90 days'],
    [9, true, 'warn: of Issuer, ends in 9 days'],
    [90, false, 'fail: browsers will not trust the certificate: self-signed'],
  ])('certificate: %d days left, trusted: %s', async (days, trusted, expected) => {
    const inspectCertificate = async () => ({
      trusted,
      reason: 'self-signed',
      beginsAt: NOW - DAY_MS,
      endsAt: NOW + days * DAY_MS,
      issuer: 'Issuer',
    });
    expect(await said(certificate, { host: { inspectCertificate } })).toEqual([expected]);
  });

  it.each([
    [
      200,
      { product: 'Inkling', version: '1.0.0', environment: 'production' },
      {},
      'ok: https://polls.example.org answers, version 1.0.0',
    ],
    [200, { name: 'another' }, {}, 'fail: https://polls.example.org answers 200, and it is not Inkling'],
    [503, {}, {}, 'fail: https://polls.example.org answers 503: no gateway behind it'],
    [
      301,
      {},
      { location: 'https://www.polls.example.org/' },
      'fail: https://polls.example.org leads to https://www.polls.example.org/',
    ],
  ])('origin: %d %j', async (status, body, headers, expected) => {
    expect(
      await said(origin, { host: { exchange: async () => ({ status, headers, body: JSON.stringify(body) }) } }),
    ).toEqual([expected]);
  });

  it('origin: one that does not answer is no fault before the first start', async () => {
    const exchange = async () => Promise.reject(new Error('connect ECONNREFUSED'));
    const running = { containers: async () => [{ state: 'running' }] };
    expect(await said(origin, { host: { exchange } })).toEqual([
      'warn: https://polls.example.org does not answer: connect ECONNREFUSED',
    ]);
    expect(await said(origin, { host: { exchange }, docker: running })).toEqual([
      'fail: https://polls.example.org does not answer: connect ECONNREFUSED',
    ]);
  });

  it('origin: must be one, and https for people elsewhere', async () => {
    const exchange = async () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(await said(origin, { origin: 'https://polls.example.org/' })).toEqual([
      'fail: https://polls.example.org/ is no origin',
    ]);
    expect(
      (await said(origin, { origin: 'http://polls.example.org', host: { exchange } })).map((line) => line.slice(0, 38)),
    ).toEqual(['fail: http://polls.example.org is not ', 'warn: http://polls.example.org does no']);
  });

  it.each([
    ['198.51.100.7', {}, 'ok: the gateway takes us for 198.51.100.7'],
    ['::ffff:192.0.2.10', {}, 'ok: the gateway takes us for 192.0.2.10'],
    ['203.0.113.77', {}, 'fail: visitors can choose their own address'],
    ['203.0.113.77', { from: '10.0.0.4' }, 'warn: an invented address is believed from here'],
    ['203.0.113.77', { origin: 'http://localhost:8080' }, 'ok: this computer counts as a proxy'],
    [
      '172.18.0.1',
      {},
      "warn: the gateway takes us for 172.18.0.1, which seems to be a proxy's: all visitors would count as one network",
    ],
    [
      '172.18.0.1',
      { origin: 'http://localhost:8080' },
      "ok: the gateway takes us for 172.18.0.1, which is docker's or this network's",
    ],
  ])('proxy: the gateway sees %s, %j', async (address, { from = '192.0.2.10', ...given }, expected) => {
    const answers = {
      '/health/client': { status: 200, body: JSON.stringify({ address }), from },
      '/health/live': { status: 200 },
    };
    const exchange = async ({ pathname }) => answers[pathname] ?? { status: 401, body: '{"code":"unauthorized"}' };
    expect((await said(proxy, { host: { exchange }, ...given }))[2]).toBe(expected);
  });

  it('proxy: WebSockets that do not get through', async () => {
    const exchange = async ({ pathname }) => ({
      status: pathname === '/health/live' ? 200 : 404,
      body: '{"address":"198.51.100.7"}',
    });
    expect((await said(proxy, { host: { exchange } }))[0]).toBe('fail: WebSockets do not get through: 404');
  });
});
