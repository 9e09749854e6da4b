import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS } from '@inkling/contracts';
import { gateway } from '@inkling/gateway';
import { startService } from '@inkling/platform';
import { startStack } from '@inkling/testing';
import { freePort } from '../local/ports.mts';
import { ask, copyBuild, nginxOrReason, RealNginx } from './real-nginx.spec-support.mts';

const program = await nginxOrReason();
const portOf = (service) => service.app.getHttpServer().address().port;
const FIREBASE = { apiKey: 'k', authDomain: 'polls.firebaseapp.com', projectId: 'polls' };
/** Headers that differ between two answers of the same server, or say nothing about the page. */
const OF_THE_MOMENT = [
  'accept-ranges',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
  'vary',
  'x-request-id',
];
const lasting = (headers) =>
  // Two names of one type.
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_THE_MOMENT.includes(name))
      .map(([name, value]) => [name, value.replace('application/javascript', 'text/javascript')]),
  );
const SIGNED_IN = [
  'inkling_session=x',
  'a=b; inkling_refresh=x',
  '__Host-inkling_session=x',
  'theme=dark; __Host-inkling_refresh=y; b=c',
];
const SIGNED_OUT = [undefined, 'a=b', 'inkling_user=1', 'INKLING_SESSION=x'];
const notFound = { status: 404, body: { message: ERRORS['not-found'].message, code: 'not-found' } };
const failure = (answer) => ({ status: answer.status, body: answer.json() });

/** Compares nginx's pages and files with the gateway's, which serves the same where there is no nginx. */
(program ? describe : describe.skip)('the web application behind nginx', () => {
  let stack;
  let nginx;
  let gatewayPort;
  let statusPort;
  const build = program && copyBuild();
  const assets = build ? readdirSync(join(build, 'assets')) : [];
  const script = `/assets/${assets.find((name) => name.endsWith('.js') && assets.includes(`${name}.br`))}`;
  const style = `/assets/${assets.find((name) => name.endsWith('.css') && assets.includes(`${name}.br`))}`;
  const plainScript = assets.find((name) => name.endsWith('.js') && !assets.includes(`${name}.br`));
  const font = `/assets/${assets.find((name) => name.endsWith('.woff2'))}`;
  const fromGateway = (path, headers = {}) => ask(gatewayPort, path, { headers });

  beforeAll(async () => {
    stack = await startStack({ services: [gateway], env: { HTTP_PORT: '0', WEB_ROOT: build } });
    gatewayPort = portOf(stack.service('gateway'));
    statusPort = await freePort();
    const env = { GATEWAY: `127.0.0.1:${gatewayPort}`, STATUS_LISTEN: `127.0.0.1:${statusPort}` };
    nginx = await RealNginx.start(program, env, build);
  });
  afterAll(async () => {
    await nginx?.stop();
    await stack?.stop();
    rmSync(build, { recursive: true });
  });

  it('has its own page for each page file of the build', async () => {
    const pages = readdirSync(join(build, 'pages'))
      .filter((name) => name.endsWith('.html'))
      .map((name) => `/${name.slice(0, -5)}`);
    expect(pages.length).toBeGreaterThan(5);
    const others = [
      '/',
      '/?x=/home',
      '/poll/5',
      '/poll/5/',
      '/poll/5?a=b',
      '/poll/x',
      '/profile/7/followers',
      '/auth/success',
      '/forgot-password',
      '/reset-password?token=t',
      '/verify-email',
      '/help',
      '/privacy',
      '/terms',
      '/create-poll',
      '/debug',
      '/no/such/page',
      '/profile/1.5',
      '/no.such',
    ];
    const odd = [
      '//home',
      '/homes',
      '/Home',
      '/home%2f5',
      '/%68ome',
      '/__proto__',
      '/constructor',
      '/index',
      '/unknown',
      '/metricsfoo',
      '/apiary',
      '/uploadsx',
      '/pagesx',
      '/home/../x',
      '/a/%2e%2e/b',
      '/wörter',
      `/${'a'.repeat(41)}`,
      '/home?next=.html',
    ];
    const differing = [];
    for (const path of [...pages, ...others, ...odd]) {
      for (const cookie of [...SIGNED_IN, ...SIGNED_OUT]) {
        const headers = cookie === undefined ? {} : { cookie };
        const sent = encodeURI(path).replaceAll('%25', '%');
        const [given, wanted] = await Promise.all([nginx.send(sent, { headers }), fromGateway(sent, headers)]);
        if (given.status !== 200 || wanted.status !== 200 || given.text.replaceAll('\n', '') !== tagless(wanted, path))
          differing.push([path, cookie, given.status, wanted.status]);
      }
    }
    expect(differing).toEqual([]);
  });
  /** On a poll's page nginx removes its markers and puts the block where the include was. */
  const tagless = (wanted, path) => {
    const text = /^\/poll\/\d+\/?(\?|$)/.test(path)
      ? wanted.text.replace(/<!--# block[^>]*-->([^]*?)<!--# endblock -->(\s*)<!--# include[^>]*-->/, '$2$1')
      : wanted.text;
    return text.replaceAll('\n', '');
  };

  it.each([
    ['http', {}],
    ['https', { PUBLIC_ORIGIN: 'https://polls.example.org' }],
    [
      'sign-in with Google',
      { PUBLIC_ORIGIN: 'https://polls.example.org', FIREBASE_WEB_CONFIG: JSON.stringify(FIREBASE) },
    ],
    ['Google without messages', { FIREBASE_WEB_CONFIG: JSON.stringify({ ...FIREBASE, vapidKey: '' }, null, 2) }],
    ['messages by Google', { FIREBASE_WEB_CONFIG: JSON.stringify({ vapidKey: 'v', ...FIREBASE }, null, 2) }],
  ])("gives pages and files the gateway's headers: %s", async (_name, env) => {
    const service = await startService(gateway, { env: { ...stack.env('gateway'), ...env } });
    const own = await RealNginx.start(program, { GATEWAY: `127.0.0.1:${portOf(service)}`, ...env }, build);
    try {
      for (const path of [
        '/',
        '/login',
        '/no/such',
        '/index.html',
        '/sw.js',
        '/worker/push.js',
        '/manifest.webmanifest',
        '/favicon.svg',
        '/icons/icon-192.png',
        '/theme.js',
        script,
        style,
        font,
      ]) {
        const [given, wanted] = await Promise.all([own.send(path), ask(portOf(service), path)]);
        expect([path, given.status, lasting(given.headers)]).toEqual([path, 200, lasting(wanted.headers)]);
        expect(given.bytes.equals(wanted.bytes)).toBe(true);
      }
      const { headers } = await own.send('/poll/5');
      expect(headers['content-security-policy']).toBe((await own.send('/')).headers['content-security-policy']);
      const api = await own.send('/api/config');
      expect([api.status, api.headers['strict-transport-security']]).toEqual([
        200,
        headers['strict-transport-security'],
      ]);
    } finally {
      await own.stop();
      await service.stop();
    }
  });

  it('sends the compressed files of the build, and compresses none of them again', async () => {
    for (const [path, type] of [
      [script, 'text/javascript'],
      [style, 'text/css'],
      ['/sw.js', 'text/javascript'],
      ['/manifest.webmanifest', 'application/manifest+json'],
      ['/home', 'text/html'],
    ]) {
      const plain = await nginx.send(path);
      const gzip = await nginx.send(path, { headers: { 'accept-encoding': 'gzip' } });
      const br = await nginx.send(path, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
      for (const answer of [plain, gzip, br]) {
        expect([path, answer.headers['content-type'], answer.headers.vary]).toEqual([
          path,
          type.startsWith('text/') ? `${type}; charset=utf-8` : type,
          expect.stringContaining('Accept-Encoding'),
        ]);
        expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      }
      expect([plain, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
      expect([gunzipSync(gzip.bytes).equals(plain.bytes), brotliDecompressSync(br.bytes).equals(plain.bytes)]).toEqual([
        true,
        true,
      ]);
      expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
    }
    for (const [accepted, wanted] of [
      ['br;q=0, gzip', 'gzip'],
      ['br; q=0.0', undefined],
      ['br;q=0.5', 'br'],
      ['brotli', undefined],
      ['identity', undefined],
      ['gzip;q=0', undefined],
      ['BR', 'br'],
    ]) {
      expect([
        accepted,
        (await nginx.send(script, { headers: { 'accept-encoding': accepted } })).headers['content-encoding'],
      ]).toEqual([accepted, wanted]);
    }
    if (plainScript)
      expect(
        (await nginx.send(`/assets/${plainScript}`, { headers: { 'accept-encoding': 'gzip, br' } })).headers[
          'content-encoding'
        ],
      ).toBeUndefined();
    expect((await nginx.send(font, { headers: { 'accept-encoding': 'gzip, br' } })).headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('lets browsers cache only what never changes', async () => {
    expect((await nginx.send(script)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of [
      '/',
      '/home',
      '/poll/5',
      '/index.html',
      '/sw.js',
      '/launch.js',
      '/worker/shell.js',
      '/manifest.webmanifest',
      '/icons/icon-512.png',
    ])
      expect([path, (await nginx.send(path)).headers['cache-control']]).toEqual([path, 'no-cache']);
    for (const path of ['/home', script]) {
      const { headers } = await nginx.send(path, { headers: { 'accept-encoding': 'br' } });
      const again = await nginx.send(path, { headers: { 'accept-encoding': 'br', 'if-none-match': headers.etag } });
      expect([again.status, again.bytes.length, again.headers['cache-control']]).toEqual([
        304,
        0,
        headers['cache-control'],
      ]);
      expect((await nginx.send(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
      expect(
        (
          await nginx.send(path, {
            headers: { 'accept-encoding': 'br', 'if-modified-since': headers['last-modified'] },
          })
        ).status,
      ).toBe(304);
    }
    const missing = await nginx.send('/assets/index-GONE.js', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(failure(missing)).toEqual(notFound);
    expect(missing.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers GET, HEAD and ranges, and no other method', async () => {
    for (const path of ['/', '/poll/5', script, '/sw.js']) {
      const [head, get] = await Promise.all([nginx.send(path, { method: 'HEAD' }), nginx.send(path)]);
      expect([path, head.status, head.bytes.length, lasting(head.headers)]).toEqual([
        path,
        200,
        0,
        lasting(get.headers),
      ]);
    }
    const part = await nginx.send(script, { headers: { range: 'bytes=0-9' } });
    expect([part.status, part.bytes.length]).toEqual([206, 10]);
    for (const [method, path] of [
      ['POST', '/'],
      ['PUT', script],
      ['DELETE', '/sw.js'],
      ['POST', '/poll/5'],
      ['PATCH', '/home'],
    ]) {
      const answer = await nginx.send(path, { method });
      expect([method, path, failure(answer), answer.headers.allow]).toEqual([
        method,
        path,
        { status: 405, body: { message: ERRORS['method-not-allowed'].message, code: 'method-not-allowed' } },
        'GET, HEAD',
      ]);
    }
  });

  it('serves nothing but the application', async () => {
    const hidden = [
      '/metrics',
      '/metrics/',
      '/metrics?x',
      '/_tags/1',
      '/_tags/',
      '/_tags',
      '/_form',
      '/_brotli/assets/x.js',
      '/_errors/',
      '/_errors/503.json',
      '/pages',
      '/pages/',
      '/pages/home.html',
      '/pages/home.html.br',
      '/index.html.br',
      `${script}.br`,
      `${script}.gz`,
    ];
    const dotted = [
      '/.env',
      '/.git/config',
      '/.git/',
      '/assets/.x',
      '/x/.hidden/y',
      '/..',
      '/assets/..%2f..%2fconf/nginx.conf',
      '/assets/%2e%2e/%2e%2e/conf/nginx.conf',
      '/assets/../../conf/nginx.conf',
      '/..%5cconf',
      '/uploads/..%2f..%2fmetrics',
      '/uploads/../metrics',
      '/api/%2e%2e/metrics',
      '/metrics%00',
      '/%00',
    ];
    const never = [
      '/api',
      '/api?x',
      '/uploads',
      '/embed',
      '/share/poll',
      '/share/poll?x',
      '/health',
      '/health/',
      '/health/other',
      '/ws/',
      '/ws/x',
      '/no-such.js',
      '/no-such.html',
      '/.env',
      '/no-such.PNG',
      '/no-such.js.br',
      '/worker/no.js',
    ];
    for (const path of [...hidden, ...dotted, ...never]) {
      const text = await nginx.raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect([path, /^HTTP\/1.1 (\d+)/.exec(text)?.[1]]).toEqual([path, expect.stringMatching(/^40[04]$/)]);
      expect([path, JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)).code]).toEqual([
        path,
        expect.stringMatching(/^(not-found|invalid-request)$/),
      ]);
      expect(text).not.toMatch(/nginx\/\d|worker_processes/);
    }
    // Below the gateway's own paths, the gateway answers.
    for (const path of ['/api/no-such', '/api/x.png', '/uploads/no-such.jpg', '/share/poll/1.txt'])
      expect([path, failure(await nginx.send(path)), (await nginx.send(path)).headers['x-request-id']]).toEqual([
        path,
        notFound,
        expect.any(String),
      ]);
    expect((await nginx.send('/home')).headers.server).toBe('nginx');
  });

  it('reports its connections only on a separate port', async () => {
    const status = await fetch(`http://127.0.0.1:${statusPort}/status`);
    expect([status.status, await status.text()]).toEqual([200, expect.stringMatching(/^Active connections: \d+/)]);
    expect((await fetch(`http://127.0.0.1:${statusPort}/`)).status).toBe(404);
    expect((await nginx.send('/status')).headers['content-type']).toMatch(/^text\/html/);
  });

  it('refuses to start with invalid settings', async () => {
    const address = `127.0.0.1:${gatewayPort}`;
    for (const [env, said] of [
      [{ GATEWAY: 'http://x' }, 'bad configuration. GATEWAY: must be host:port'],
      [{ GATEWAY: 'gateway:8080;}' }, 'bad configuration. GATEWAY: must be host:port'],
      [{ GATEWAY: ',' }, 'bad configuration. GATEWAY: must be host:port'],
      [{ GATEWAY: address, PUBLIC_ORIGIN: 'polls.example.org' }, 'bad configuration. PUBLIC_ORIGIN: must be an origin'],
      [
        { GATEWAY: address, FIREBASE_WEB_CONFIG: '{"authDomain":"a b"}' },
        'bad configuration. FIREBASE_WEB_CONFIG: must be JSON with an authDomain',
      ],
      [{ GATEWAY: address, REQUESTS_PER_CLIENT: '5;' }, 'bad configuration. REQUESTS_PER_CLIENT: must be a number'],
      [{ GATEWAY: address, TRUST_PROXY: '2', TRUSTED_PROXIES: 'x;' }, 'bad configuration. TRUSTED_PROXIES: must be'],
      [{ GATEWAY: address, LISTEN: 'x' }, 'bad configuration. LISTEN: must be a port'],
      [{ GATEWAY: address, STATUS_LISTEN: '8081;' }, 'bad configuration. STATUS_LISTEN: must be a port'],
    ])
      expect([env, await RealNginx.refusal(program, env)]).toEqual([env, expect.stringContaining(said)]);
  });
});
