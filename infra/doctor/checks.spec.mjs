import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LEAST_COMPOSE, LEAST_ENGINE } from '../docker/versions.mjs';
import { ROOT } from '../local/paths.mjs';
import { certificate } from './checks/certificate.mjs';
import { clock } from './checks/clock.mjs';
import { containers } from './checks/containers.mjs';
import { dns } from './checks/dns.mjs';
import { docker } from './checks/docker.mjs';
import { memory } from './checks/memory.mjs';
import { openFiles } from './checks/open-files.mjs';
import { origin } from './checks/origin.mjs';
import { ports } from './checks/ports.mjs';
import { proxy } from './checks/proxy.mjs';
import { fail, lineOf, ok, redactor, warn } from './findings.mjs';
import { originOf } from './installation.mjs';
import { readOptions } from './options.mjs';
import { runChecks } from './run.mjs';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;
const ran = (stdout, code = 0) => ({ code, stdout, stderr: '', problem: undefined });
const missing = { code: undefined, stdout: '', stderr: '', problem: 'missing' };

/** A context in which only what a spec gives is there. */
const context = ({ host = {}, docker = {}, origin: address = 'https://polls.example.org', ...rest } = {}) => ({
  mode: 'compose',
  settings: { PUBLIC_ORIGIN: address },
  origin: originOf(address),
  options: {},
  host: { now: () => NOW, addresses: () => ['192.0.2.10'], run: async () => missing, read: async () => undefined, ...host },
  docker: { containers: async () => [], services: async () => [], imageId: async () => undefined, ...docker },
  ...rest,
});
const said = async (check, given) => (await check.run(context(given))).map(({ state, found }) => `${state}: ${found}`);

describe('the doctor', () => {
  it('ends though a check never does, and goes on though one breaks', async () => {
    const checks = [
      { name: 'slow', run: () => delay(60_000, [], { ref: false }) },
      { name: 'broken', run: async () => Promise.reject(new Error('with secret-word')) },
      { name: 'fine', run: async () => [ok('yes')] },
    ];
    const found = await runChecks(checks, context({ settings: { NATS_PASSWORD_AUTH: 'secret-word' } }), { checkMs: 50 });
    expect(found.map(({ check, state, found: text }) => [check, state, text])).toEqual([
      ['slow', 'fail', 'no result within 0.05 s'],
      ['broken', 'fail', 'the check itself failed: with ***'],
      ['fine', 'ok', 'yes'],
    ]);
  });

  it('prints one line per finding, without passwords and the like', () => {
    expect(lineOf({ check: 'mail', ...fail('no\nanswer', 'Try again.') }, 6)).toMatch(/^\S*fail\S* {2}mail {4}no answer -> Try again\.$/);
    const clean = redactor({ SMTP_URL: 'smtps://me%40x:pass%20word@mail', POSTGRES_PASSWORD: 'abcdefgh', PORT: '8080', WEB_PUSH_PUBLIC_KEY: 'BPublic' });
    expect(clean('smtps://me%40x:pass%20word@mail me@x pass word abcdefgh 8080 BPublic')).toBe('smtps://***@mail me@x *** *** 8080 BPublic');
    expect(clean('postgres://inkling:x@db')).toBe('postgres://***@db');
  });

  it('refuses options that do not go together', () => {
    expect(() => readOptions(['--compose', '--kubernetes'])).toThrow('--compose and --kubernetes exclude each other.');
    expect(() => readOptions(['--time-server', 'pool.ntp.org'])).toThrow('http(s) address');
    expect(() => readOptions(['--other'])).toThrow('See npm run doctor -- --help.');
    expect(readOptions(['--help'])).toBeUndefined();
  });
});

it.each(['README.md', 'docs/operations/compose.md'])('%s names the oldest versions of docker', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const short = (version) => version.slice(0, 2).join('.');
  expect(text).toMatch(new RegExp(`Docker Engine[ |]+${short(LEAST_ENGINE)}\\b`));
  expect(text).toMatch(new RegExp(`(Compose|docker-compose\`\\))[ |]+${short(LEAST_COMPOSE)}\\b`));
});

describe('checks', () => {
  it('clock: chrony counts as well, and where nothing says anything, that is said', async () => {
    const host = (chrony) => ({ run: async (command) => (command === 'chronyc' ? chrony : missing), exchange: async () => Promise.reject(new Error()) });
    expect(await said(clock, { host: host(ran('A,B,Normal')) })).toEqual(['ok: kept right by chrony']);
    expect(await said(clock, { host: host(ran('A,B,Not synchronised')) })).toEqual(['fail: chrony has found no time']);
    expect(await said(clock, { host: host(missing) })).toEqual(['warn: nothing here says whether it is kept right']);
  });

  it.each([[0, "ok: as polls.example.org's"], [20_000, 'warn: 20 s ahead of polls.example.org'], [-300_000, 'fail: 300 s behind polls.example.org']])('clock: %d ms off', async (off, expected) => {
    const exchange = async () => ({ headers: { date: new Date(NOW - off).toUTCString() } });
    expect((await said(clock, { host: { run: async () => ran('yes'), exchange } }))[1]).toBe(expected);
  });

  it('dns: an address elsewhere is worth a look, and names are asked for from inside', async () => {
    const docker = { containers: async () => [{ service: 'notifications', state: 'running' }], compose: async (args) => ran(args.includes('mail.example.org') ? 'mail.example.org' : '') };
    const at = (address, more = {}) => said(dns, { host: { resolve: async () => [address] }, docker, ...more });
    expect(await at('192.0.2.10')).toEqual(['ok: polls.example.org is 192.0.2.10']);
    expect(await at('198.51.100.1')).toEqual(["warn: polls.example.org is 198.51.100.1, which is none of this computer's addresses"]);
    const settings = { SMTP_URL: 'smtp://mail.example.org' };
    expect(await at('192.0.2.10', { settings })).toEqual(['ok: polls.example.org is 192.0.2.10', 'fail: notifications does not find mail.example.org']);
  });

  it('dns: of a cluster the name is that of its Gateway or Ingress', async () => {
    const lists = { 'gateways.gateway.networking.k8s.io': [{ status: { addresses: [{ value: '198.51.100.1' }] } }], 'ingresses.networking.k8s.io': { problem: 'no such kind' } };
    const at = (address) => said(dns, { mode: 'kubernetes', kubectl: { list: async (kind) => lists[kind] }, host: { resolve: async () => [address] } });
    expect(await at('198.51.100.1')).toEqual(['ok: polls.example.org is 198.51.100.1']);
    expect(await at('192.0.2.10')).toEqual(["warn: polls.example.org is 192.0.2.10, which is none of the Gateway's addresses"]);
  });

  it.each([[90, true, 'ok: of Issuer, ends in 90 days'], [9, true, 'warn: of Issuer, ends in 9 days'], [90, false, 'fail: browsers will not trust the certificate: self-signed']])('certificate: %d days left, trusted: %s', async (days, trusted, expected) => {
    const inspectCertificate = async () => ({ trusted, reason: 'self-signed', beginsAt: NOW - DAY_MS, endsAt: NOW + days * DAY_MS, issuer: 'Issuer' });
    expect(await said(certificate, { host: { inspectCertificate } })).toEqual([expected]);
  });

  it.each([
    [200, { product: 'Inkling', version: '1.0.0', environment: 'production' }, {}, 'ok: https://polls.example.org answers, version 1.0.0'],
    [200, { name: 'another' }, {}, 'fail: https://polls.example.org answers 200, and it is not Inkling'],
    [503, {}, {}, 'fail: https://polls.example.org answers 503: no gateway behind it'],
    [301, {}, { location: 'https://www.polls.example.org/' }, 'fail: https://polls.example.org leads to https://www.polls.example.org/'],
  ])('origin: %d %j', async (status, body, headers, expected) => {
    expect(await said(origin, { host: { exchange: async () => ({ status, headers, body: JSON.stringify(body) }) } })).toEqual([expected]);
  });

  it('origin: one that does not answer is no fault before the first start', async () => {
    const exchange = async () => Promise.reject(new Error('connect ECONNREFUSED'));
    const running = { containers: async () => [{ state: 'running' }] };
    expect(await said(origin, { host: { exchange } })).toEqual(['warn: https://polls.example.org does not answer: connect ECONNREFUSED']);
    expect(await said(origin, { host: { exchange }, docker: running })).toEqual(['fail: https://polls.example.org does not answer: connect ECONNREFUSED']);
  });

  it('origin: must be one, and https for people elsewhere', async () => {
    const exchange = async () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(await said(origin, { origin: 'https://polls.example.org/' })).toEqual(['fail: https://polls.example.org/ is no origin']);
    expect((await said(origin, { origin: 'http://polls.example.org', host: { exchange } })).map((line) => line.slice(0, 38))).toEqual([
      'fail: http://polls.example.org is not ', 'warn: http://polls.example.org does no',
    ]);
  });

  it.each([
    ['198.51.100.7', {}, 'ok: the gateway takes us for 198.51.100.7'],
    ['::ffff:192.0.2.10', {}, 'ok: the gateway takes us for 192.0.2.10'],
    ['203.0.113.77', {}, 'fail: visitors can choose their own address'],
    ['203.0.113.77', { from: '10.0.0.4' }, 'warn: an invented address is believed from here'],
    ['203.0.113.77', { origin: 'http://localhost:8080' }, 'ok: this computer counts as a proxy'],
    ['172.18.0.1', {}, "warn: the gateway takes us for 172.18.0.1, which seems to be a proxy's: all visitors would count as one network"],
    ['172.18.0.1', { origin: 'http://localhost:8080' }, "ok: the gateway takes us for 172.18.0.1, which is docker's or this network's"],
  ])('proxy: the gateway sees %s, %j', async (address, { from = '192.0.2.10', ...given }, expected) => {
    const answers = { '/health/client': { status: 200, body: JSON.stringify({ address }), from }, '/health/live': { status: 200 } };
    const exchange = async ({ pathname }) => answers[pathname] ?? { status: 401, body: '{"code":"unauthorized"}' };
    expect((await said(proxy, { host: { exchange }, ...given }))[2]).toBe(expected);
  });

  it('proxy: WebSockets that do not get through', async () => {
    const exchange = async ({ pathname }) => ({ status: pathname === '/health/live' ? 200 : 404, body: '{"address":"198.51.100.7"}' });
    expect((await said(proxy, { host: { exchange } }))[0]).toBe('fail: WebSockets do not get through: 404');
  });

  it('docker: not there, not allowed, not running, or without the plugin', async () => {
    const refused = (stderr) => ({ code: 1, stdout: '', stderr, problem: undefined });
    const of = (engine, compose = ran('2.40.3')) => said(docker, { docker: { version: async () => engine, composeVersion: async () => compose } });
    expect(await of(missing)).toEqual(['fail: there is no docker on the PATH']);
    expect((await of(refused('permission denied while trying to connect to the docker API')))[0]).toBe('fail: the engine may not be asked');
    expect((await of(refused('Cannot connect to the Docker daemon')))[0]).toBe('fail: the engine does not answer: Cannot connect to the Docker daemon');
    expect(await of(ran('27.5.1'), refused('unknown command: docker compose'))).toEqual(['ok: Engine 27.5.1', 'fail: the compose plugin is missing']);
  });

  it('ports: our own container may hold one, another program may not', async () => {
    const nginx = { service: 'nginx', name: 'inkling-nginx-1', state: 'running', ports: [8080] };
    const host = { probePort: async () => 'taken' };
    expect(await said(ports, { host, docker: { containers: async () => [nginx] } })).toEqual(['ok: 0.0.0.0:8080 is held by our own inkling-nginx-1']);
    expect(await said(ports, { host, docker: { containers: async () => [{ ...nginx, service: 'other' }] } })).toEqual(['fail: 0.0.0.0:8080 is taken by another program']);
  });

  it('containers: what ended, is unhealthy, or runs an image that was replaced', async () => {
    const of = (service, more = {}) => ({ service, name: `inkling-${service}-1`, image: `inkling/${service}:local`, imageId: 'a', state: 'running', health: 'healthy', exitCode: 0, restarts: 0, lasting: true, ...more });
    const all = [of('auth'), of('polls', { health: 'unhealthy' }), of('migrate-auth', { state: 'exited', exitCode: 1, lasting: false }), of('streams', { state: 'exited', lasting: false }), of('social', { state: 'exited', health: 'unhealthy' }), of('postgres', { image: 'postgres:17' }), of('search', { restarts: 9 })];
    const docker = { containers: async () => all, services: async () => ['auth', 'gateway', 'web'], imageId: async (image) => (image.includes('auth') ? 'b' : 'a') };
    expect(await said(containers, { docker })).toEqual([
      'fail: inkling-polls-1 is not healthy',
      'fail: inkling-migrate-auth-1 ended with 1',
      'fail: inkling-social-1 is exited',
      'warn: inkling-search-1 was restarted 9 times',
      'fail: not there: gateway, web',
      'warn: auth: the image has been replaced since',
      'warn: postgres runs postgres:17, which this version does not name',
    ]);
  });

  it('memory and open files: what there is, and for how many sockets', async () => {
    const files = { '/proc/meminfo': 'MemTotal:  2097152 kB\nMemAvailable: 1048576 kB\n', '/proc/self/limits': 'Max open files            1024                 4096                 files\n' };
    const host = { read: async (path) => files[path] };
    expect(await said(memory, { host })).toEqual(['fail: 2.0 GB, 1.0 GB available']);
    expect(await said(memory, { host, mode: 'start' })).toEqual(['ok: 2.0 GB, 1.0 GB available']);
    expect(await said(openFiles, { host })).toEqual(['warn: this computer gives: 4096, which is enough for 2048 sockets']);
    expect(warn('a', 'b').state).toBe('warn');
  });
});
