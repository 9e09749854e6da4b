import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ACCESS_COOKIE,
  authRpc,
  ErrorBody,
  pollsRpc,
  routes,
  socialRpc,
  type ClientAddress,
  type RouteContract,
} from '@inkling/contracts';
import { encodeReply, Nats, type ServiceDefinition } from '@inkling/platform';
import { eventually, startStack, type Stack } from '@inkling/testing';
import type { FastifyInstance } from 'fastify';
import { gateway } from '../index.js';
import { accessToken, SESSION_SECRET } from '../session/access-token.spec-support.js';

/** What operations and readers ask of the server, besides the API. */
const BESIDES = [
  '/health/live',
  '/health/ready',
  '/health/client',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/start.js',
  '/api/docs/assets/*',
  '/api/oembed',
  '/share/poll/:file',
  '/share/poll/:id.html',
  '/embed/:id',
  '/poll/:id',
  '/share-target',
  '/*',
];

describe('The HTTP server', () => {
  const registered: { method: string; url: string }[] = [];
  /** The gateway as it is, with an eye on every route that anything in it registers. */
  const watched: ServiceDefinition<typeof gateway.config> = {
    ...gateway,
    configure: async (app, config) => {
      (app.getHttpAdapter().getInstance() as unknown as FastifyInstance).addHook(
        'onRoute',
        ({ method, url }) => void registered.push({ method: String(method), url }),
      );
      await gateway.configure?.(app, config);
    },
  };
  const cookie = `${ACCESS_COOKIE}=${accessToken()}`;
  let stack: Stack;
  let polls: Nats;
  let webRoot: string;
  let port: number;
  const at = (path: string): string => `http://127.0.0.1:${port}${path}`;
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(at(path), {
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string>) },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const ops = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${stack.service('gateway').opsPort}${path}`, init);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  /** A request as it is written: `fetch` would tidy its path. */
  const raw = async (request: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    // A server that hangs up on what it has not read resets the connection once it has answered.
    socket.on('error', () => undefined);
    socket.write(`${request}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    return answer;
  };
  const vote = (body: string, headers: Record<string, string> = {}) =>
    send('/api/votes', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'inkling-web-'));
    await mkdir(join(webRoot, 'assets'));
    await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Inkling</title>');
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'export {};');
    stack = await startStack({
      services: [watched as unknown as ServiceDefinition],
      env: {
        HTTP_PORT: '0',
        OPS_PORT: '0',
        SESSION_SECRET,
        WEB_ROOT: webRoot,
        VOTE_NEEDS_VERIFIED_EMAIL: 'false',
      },
    });
    port = (stack.service('gateway').app.getHttpServer().address() as AddressInfo).port;
    polls = await Nats.connect({ servers: stack.nats.url, name: 'polls-double' });
  });
  afterAll(async () => {
    await polls.connection.close();
    await stack.stop();
    await rm(webRoot, { recursive: true });
  });

  it('has every route of the table, and no other that is not known here', () => {
    const table = Object.values<RouteContract>(routes).map(({ method, path }) => `${method} ${path}`);
    const found = registered
      .filter(({ method, url }) => method !== 'HEAD' && !method.includes('HEAD') && !BESIDES.includes(url))
      .map(({ method, url }) => `${method} ${url}`);
    expect(found.sort()).toEqual(table.sort());
  });

  it('answers every unknown path with an API error', async () => {
    for (const path of [
      '/metrics',
      '/api/nothing',
      `/api/polls/${'1'.repeat(5_000)}`,
      '/uploads/nothing',
      '/assets/nothing.js',
      '/no-such.PNG',
      '/.env',
    ]) {
      const { status, text } = await send(path);
      expect([path, status, ErrorBody.parse(JSON.parse(text)).code]).toEqual([path, 404, 'not-found']);
    }
    const long = await send(`/api/polls/${'1'.repeat(300)}`);
    expect([long.status, ErrorBody.parse(JSON.parse(long.text)).code]).toEqual([400, 'invalid-request']);
    for (const [line, status] of [
      ['GET /../../secret.txt HTTP/1.1', 404],
      ['GET /api/docs/assets/../../package.json HTTP/1.1', 404],
      ['GET /api/polls/%zz HTTP/1.1', 400],
      [`GET /${'a'.repeat(20_000)} HTTP/1.1`, 431],
      ['NONSENSE', 400],
    ] as const) {
      const answer = await raw(line);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).message).not.toBe('');
    }
  });

  it('lists the methods of a path once each, even if a path with a parameter matches as well', async () => {
    const cases: [string, string, string][] = [
      ['PUT', '/api/polls/trending', 'GET'],
      ['DELETE', '/api/polls/trending', 'GET'],
      ['POST', '/api/polls/7', 'GET, DELETE'],
      ['PUT', '/api/votes', 'POST'],
      ['DELETE', '/api/users/me', 'GET'],
    ];
    for (const [method, path, allow] of cases) {
      const { status, headers } = await send(path, { method });
      expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, allow]);
    }
    // The body does not matter, because it is not read.
    const broken = { method: 'PUT', body: '{', headers: { 'content-type': 'application/json' } };
    expect((await send('/api/votes', broken)).status).toBe(405);
    expect(await raw('QUERY /api/search?q=a HTTP/1.1')).toMatch(/^HTTP\/1.1 405 [^]*allow: GET\r\n/i);
    expect((await send('/api/polls/trendy', { method: 'DELETE' })).status).toBe(400);
  });

  it('refuses a request without the body that its route needs', async () => {
    const { status, text } = await send('/api/notifications/preferences', { method: 'POST' });
    expect([status, (JSON.parse(text) as ErrorBody).code]).toEqual([400, 'invalid-request']);
  });

  it('has a page for every other path, with a dot in it or without', async () => {
    for (const path of ['/profile/1', '/profile/1.5', '/a.person/list', '/no.such', '/no-such?file=x.png']) {
      const { status, text } = await send(path);
      expect([path, status, text]).toEqual([path, 200, expect.stringContaining('<title>Inkling</title>')]);
    }
  });

  it('forbids caching of API answers, however the path is written', async () => {
    for (const path of ['/api/config', '/%61pi/config', '/api/nothing'])
      expect([path, (await send(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  });

  it('names the field that is too long', async () => {
    const { status, text } = await send(`/api/polls?cursor=${'a'.repeat(2_001)}`);
    expect([status, (JSON.parse(text) as ErrorBody).message]).toEqual([400, 'cursor can have at most 2000 characters']);
  });

  it('lets browsers cache files of the build, but neither the page nor a missing file', async () => {
    const [asset, page, missing] = await Promise.all([
      send('/assets/app-1a2b.js'),
      send('/poll/3'),
      send('/assets/app-0000.js'),
    ]);
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(missing.status).toBe(404);
    expect(missing.headers.get('cache-control') ?? '').not.toContain('max-age');
  });

  it('redirects a share without a service worker to the form with its text, and refuses other sites', async () => {
    const form = new FormData();
    form.set('title', 'Tea');
    form.set('text', 'Tea or coffee?');
    form.set('url', ' ');
    form.set('media', new Blob(['x'], { type: 'image/png' }), 'x.png');
    const share = (init: RequestInit) => send('/share-target', { method: 'POST', redirect: 'manual', ...init });
    const shared = await share({ body: form });
    expect([shared.status, shared.headers.get('location')]).toEqual([
      303,
      '/create?title=Tea&text=Tea+or+coffee%3F&media=missed',
    ]);
    form.set('title', '茶'.repeat(5_000));
    form.set('text', `a${'🍵'.repeat(5_000)}`);
    const long = (await share({ body: form })).headers.get('location') ?? '';
    // With the cookies it has to fit into 16 kB.
    expect(long.length).toBeLessThan(10_000);
    expect(new URLSearchParams(long.slice('/create?'.length)).get('text')).toMatch(/^a🍵+$/u);
    const broken = await share({ body: '--a', headers: { 'content-type': 'multipart/form-data; boundary=a' } });
    expect([broken.status, broken.headers.get('location')]).toEqual([303, '/create?']);
    expect((await share({ body: form, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  });

  it('reads the text of a share without a session, but none of its files', async () => {
    const boundary = 'b';
    const head = (length: number): string =>
      `POST /share-target HTTP/1.1\r\nHost: localhost\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`;
    const open = (text: string): { socket: Socket; answer: () => string } => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.write(text);
      return { socket, answer: () => answer };
    };
    const large = open(head(20_000_000));
    await eventually(() => expect(large.answer()).toMatch(/^HTTP\/1.1 303 [^]*location: \/create\?media=missed/));
    large.socket.destroy();
    // As many strangers of one network as may send at once keep nobody of another from sharing.
    const held = Array.from({ length: 8 }, () => open(`${head(1_000)}--${boundary}\r\n`));
    for (const { socket } of held) if (socket.connecting) await once(socket, 'connect');
    const form = new FormData();
    form.set('text', 'Tea?');
    const share = () =>
      send('/share-target', {
        method: 'POST',
        redirect: 'manual',
        body: form,
        headers: { cookie: '', 'x-forwarded-for': '203.0.113.77' },
      });
    expect((await share()).headers.get('location')).toBe('/create?text=Tea%3F');
    for (const { socket } of held) socket.destroy();
  });

  it('shows callers the address that rate limits use', async () => {
    const own = async (headers: Record<string, string>) => {
      const { status, headers: answered, text } = await send('/health/client', { headers });
      return [
        status,
        answered.get('cache-control'),
        (JSON.parse(text) as ClientAddress).address.replace('::ffff:', ''),
      ];
    };
    expect(await own({})).toEqual([200, 'no-store', '127.0.0.1']);
    // This computer is where proxies may be.
    expect(await own({ 'x-forwarded-for': '198.51.100.9' })).toEqual([200, 'no-store', '198.51.100.9']);
  });

  it('serves metrics and health on the operations port, and nothing else', async () => {
    const numbers = await ops('/metrics');
    expect([numbers.status, numbers.type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(numbers.text).toMatch(/^inkling_ready\{service="gateway"\} 1$/m);
    expect(numbers.text).toMatch(/^inkling_ws_open\{service="gateway"\} 0$/m);
    expect((await ops('/health/live')).status).toBe(200);
    // No service runs here.
    await eventually(async () => {
      const ready = await ops('/health/ready');
      expect([ready.status, JSON.parse(ready.text)]).toMatchObject([
        503,
        { status: 'unavailable', parts: { nats: 'ok', media: 'ok', polls: 'unavailable' } },
      ]);
    });
    for (const [path, method, code] of [
      ['/api/config', 'GET', 'not-found'],
      ['/', 'GET', 'not-found'],
      ['/metrics', 'POST', 'method-not-allowed'],
    ] as const) {
      expect(ErrorBody.parse(JSON.parse((await ops(path, { method })).text)).code).toBe(code);
    }
  });

  it('leaves out the counts of a service that hangs or is away, without waiting for long', async () => {
    const account = {
      id: 1,
      email: 'noor@example.org',
      emailVerified: true,
      name: 'Noor',
      username: 'noor',
      profilePicture: null,
      hasCompletedProfile: true,
    };
    const auth = polls.connection.subscribe(authRpc.account.subject, {
      callback: (_error, message) => void message.respond(encodeReply({ ...account, version: 1 })),
    });
    const hanging = polls.connection.subscribe(socialRpc.counts.subject, { callback: () => undefined });
    await polls.connection.flush();
    try {
      const began = performance.now();
      const { status, text } = await send('/api/auth/me');
      expect([status, JSON.parse(text)]).toEqual([
        200,
        { ...account, pollsCount: null, followersCount: null, followingCount: null },
      ]);
      // The call itself would wait for five seconds.
      expect(performance.now() - began).toBeLessThan(3_000);
    } finally {
      auth.unsubscribe();
      hanging.unsubscribe();
    }
  });

  it('counts every answer once, under its route', async () => {
    const count = async (method: string, route: string, status: number): Promise<number> => {
      const line = (await ops('/metrics')).text
        .split('\n')
        .find(
          (one) =>
            one.startsWith('inkling_http_duration_seconds_count') &&
            [`method="${method}"`, `route="${route}"`, `status="${status}"`].every((label) => one.includes(label)),
        );
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const requests = [
      ['GET', '/api/config', '/api/config', 200],
      ['HEAD', '/api/config', '/api/config', 200],
      ['GET', '/api/polls/abc', '/api/polls/:id', 400],
      ['PUT', '/api/votes', 'unknown', 405],
    ] as const;
    for (const [method, path, route, status] of requests) {
      const before = await count(method, route, status);
      expect((await send(path, { method })).status).toBe(status);
      await eventually(async () => expect(await count(method, route, status)).toBe(before + 1));
    }
  });

  describe('votes, which skip Nest’s pipeline', () => {
    const cast: unknown[] = [];
    let stop: () => void;
    beforeAll(async () => {
      const subscription = polls.connection.subscribe(pollsRpc.castVotes.subject, {
        callback: (_error, message) => {
          const { d } = JSON.parse(Buffer.from(message.data).toString()) as { d: { pollIds: number[] } };
          cast.push(d);
          message.respond(
            encodeReply({
              polls: ['{"id":7'],
              results: d.pollIds.map((id) =>
                id === 7
                  ? { outcome: 'recorded', poll: 0, liked: true, saved: false }
                  : { outcome: 'already-voted', choice: 2 },
              ),
            }),
          );
        },
      });
      await polls.connection.flush();
      stop = () => subscription.unsubscribe();
    });
    afterAll(() => stop());

    it('are answered with the poll as the voter sees it, or with the earlier choice', async () => {
      const recorded = await vote('{"pollId":7,"optionIndex":1}');
      expect([recorded.status, recorded.headers.get('content-type'), JSON.parse(recorded.text)]).toEqual([
        200,
        'application/json; charset=utf-8',
        { id: 7, resultsVisible: true, userVoted: true, userVote: 1, userLiked: true, userSaved: false },
      ]);
      const second = await vote('{"pollId":8,"optionIndex":1}');
      expect([second.status, JSON.parse(second.text)]).toMatchObject([409, { code: 'already-voted', userVote: 2 }]);
    });

    it.each([
      ['no session', '{"pollId":7,"optionIndex":1}', { cookie: '' }, 401, 'unauthorized'],
      [
        'a header in place of a session',
        '{"pollId":7,"optionIndex":1}',
        { cookie: '', 'x-user-id': '1' },
        401,
        'unauthorized',
      ],
      [
        'an expired session',
        '{"pollId":7,"optionIndex":1}',
        { cookie: `${ACCESS_COOKIE}=${accessToken({ exp: 1 })}` },
        401,
        'unauthorized',
      ],
      [
        'an incomplete profile',
        '{"pollId":7,"optionIndex":1}',
        { cookie: `${ACCESS_COOKIE}=${accessToken({ profile: false })}` },
        403,
        'profile-incomplete',
      ],
      ['another site', '{"pollId":7,"optionIndex":1}', { 'sec-fetch-site': 'cross-site' }, 403, 'cross-site'],
      ['half a body', '{', {}, 400, 'invalid-json'],
      ['a key that reaches for prototypes', '{"__proto__":{},"pollId":7,"optionIndex":1}', {}, 400, 'invalid-json'],
      ['no body', '', {}, 400, 'invalid-request'],
      ['option -1', '{"pollId":7,"optionIndex":-1}', {}, 400, 'invalid-request'],
      ['option 6', '{"pollId":7,"optionIndex":6}', {}, 400, 'invalid-request'],
      ['option 1.5', '{"pollId":7,"optionIndex":1.5}', {}, 400, 'invalid-request'],
      ['option "0"', '{"pollId":7,"optionIndex":"0"}', {}, 400, 'invalid-request'],
      ['option null', '{"pollId":7,"optionIndex":null}', {}, 400, 'invalid-request'],
      ['option []', '{"pollId":7,"optionIndex":[]}', {}, 400, 'invalid-request'],
      ['a body too large', `{"pad":"${'x'.repeat(70_000)}"}`, {}, 413, 'too-large'],
      ['text', 'pollId=7', { 'content-type': 'text/plain' }, 415, 'unsupported-media-type'],
      ['a form', '--a--', { 'content-type': 'multipart/form-data; boundary=a' }, 415, 'unsupported-media-type'],
    ])('with %s never reach the service', async (_what, body, headers, status, code) => {
      const before = cast.length;
      const answer = await vote(body, headers as Record<string, string>);
      expect([answer.status, ErrorBody.parse(JSON.parse(answer.text)).code]).toEqual([status, code]);
      expect(cast).toHaveLength(before);
    });
  });

  // Last: it ends the server.
  it('finishes requests under way when it shuts down, without waiting for idle connections', async () => {
    let answer: () => void = () => undefined;
    polls.connection.subscribe(pollsRpc.saved.subject, {
      callback: (_error, message) => {
        answer = () =>
          void message.respond(encodeReply({ polls: [], pagination: { page: 1, hasMore: false, nextCursor: null } }));
      },
    });
    await polls.connection.flush();
    const idle = answer;
    // As a browser opens one in case it may want to ask something.
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const silentClosed = once(silent, 'close');
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    const closed = once(socket, 'close');
    socket.write(`GET ${routes.mySavedPolls.path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
    await eventually(() => expect(answer).not.toBe(idle));
    const began = Date.now();
    const stopped = stack.stopService('gateway');
    answer();
    await Promise.all([stopped, closed, silentClosed]);
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    // Node would keep it for the keep-alive time, 75 seconds.
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});
