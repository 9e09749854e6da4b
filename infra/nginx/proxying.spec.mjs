import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS, MEDIA_MAX_BYTES } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import { Api } from '../../e2e/api/api.spec-support.js';
import { ask, nginxOrReason, RealNginx } from './real-nginx.spec-support.mts';

const program = await nginxOrReason();
const MIB = 1024 * 1024;
/** Memory that nginx may take for what it forwards. */
const MEMORY_GROWTH_MAX = 8 * MIB;
const body = (code) => ({ message: ERRORS[code].message, code });
const failure = (answer) => ({ status: answer.status, body: answer.json() });
const bodyOf = (text) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
const statusOf = (text) => Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]);

/** A form with one file, as a browser sends it. */
function form(fields, bytes) {
  const boundary = '----inkling';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head =
    `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n` +
    'Content-Type: image/png\r\n\r\n';
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
const FIELDS = { question: 'Which of them?', options: '["This","That"]' };

(program ? describe : describe.skip)('the gateway behind nginx', () => {
  let api;
  let nginx;
  let person;
  let poll;
  let arriving;
  let slow;
  let gatewayPort;
  const own = (headers = {}) => ({ cookie: person.cookieHeader, ...headers });
  const upload = (bytes) => {
    const sent = form(FIELDS, bytes);
    return nginx.send('/api/polls', {
      method: 'POST',
      headers: own({ 'content-type': sent.type, 'content-length': sent.bytes.length }),
      body: sent.bytes,
    });
  };

  beforeAll(async () => {
    arriving = await mkdtemp(join(tmpdir(), 'inkling-arriving-'));
    api = await Api.start({ TRUST_PROXY: '1', MEDIA_TEMP_DIR: arriving, AUTH_ACTION_FAILURES_PER_IP: '3' });
    gatewayPort = Number(new URL(api.origin).port);
    nginx = await RealNginx.start(program, { GATEWAY: `127.0.0.1:${gatewayPort}` });
    person = await api.person();
    poll = await api.poll(person);
    const began = performance.now();
    slow = nginx
      .raw(
        'POST /api/votes HTTP/1.1\r\nHost: localhost\r\n' +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"pollId"',
        60_000,
      )
      .then((answer) => ({ answer, ms: performance.now() - began }));
  }, 120_000);
  afterAll(async () => {
    await nginx?.stop();
    await api?.stop();
    await rm(arriving, { recursive: true, force: true });
  });

  it("puts a poll's tags into its page, whatever the question says, and otherwise keeps the page's own", async () => {
    const question =
      '</title><script>alert(1)</script><!--# include virtual="/api/config" -->' +
      '<!--# echo var="http_cookie" -->"$host" & \'so\'';
    const hostile = await api.poll(person, { question });
    for (const { id } of [poll, hostile]) {
      // A page waits half a second for its tags; later ones are cached.
      const tags = await eventually(async () => {
        const answer = await ask(gatewayPort, `/share/poll/${id}.html`);
        expect(answer.text).toContain('<meta property="og:title"');
        return answer;
      });
      for (const headers of [
        {},
        { 'accept-encoding': 'gzip' },
        { range: 'bytes=0-10' },
        { 'if-modified-since': new Date().toUTCString(), 'if-none-match': '*' },
      ]) {
        // A page waits less than a second for its tags, and a busy computer may need longer.
        const { page, html } = await eventually(async () => {
          const answer = await nginx.send(`/poll/${id}?utm=x`, { headers });
          const text = headers['accept-encoding'] ? gunzipSync(answer.bytes).toString() : answer.text;
          expect(answer.status).toBe(200);
          expect(text).toContain(tags.text);
          return { page: answer, html: text };
        });
        expect(html.match(/<title>/g)).toHaveLength(1);
        expect(html).not.toMatch(/<script>alert|<!--#|"product":|<title>Inkling</);
        expect([page.headers.etag, page.headers['last-modified'], page.headers['cache-control']]).toEqual([
          undefined,
          undefined,
          'no-cache',
        ]);
      }
      // A block may separate a member from the author, so pages of members say nothing about the poll.
      const members = await nginx.send(`/poll/${id}`, { headers: own() });
      expect([members.status, members.text.match(/<title>[^<]*/g), members.text.includes('<!--#')]).toEqual([
        200,
        ['<title>Inkling'],
        false,
      ]);
    }
    for (const id of ['999999', '0', '9999999999999999']) {
      const page = await nginx.send(`/poll/${id}`);
      expect([page.status, page.text.match(/<title>[^<]*/g), page.text.includes('<!--#')]).toEqual([
        200,
        ['<title>Inkling'],
        false,
      ]);
    }
    const head = await nginx.send(`/poll/${poll.id}`, { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    // Requests of programs for the same poll.
    expect((await nginx.send(`/share/poll/${poll.id}.png`)).headers['content-type']).toBe('image/png');
    expect((await nginx.send(`/embed/${poll.id}`)).headers['content-security-policy']).toContain('frame-ancestors *');
  });

  it('forwards live sockets with cookie and origin, and their frames', async () => {
    const open = (headers) => new WebSocket(`ws://127.0.0.1:${nginx.port}/ws`, { headers });
    const refused = async (headers) => (await once(open(headers), 'unexpected-response'))[1].statusCode;
    expect(await refused({ origin: nginx.origin })).toBe(401);
    expect(await refused(own({ origin: 'https://elsewhere.example' }))).toBe(403);
    const plain = await nginx.send('/ws', { headers: own() });
    expect(plain.status).toBeGreaterThanOrEqual(400);
    const socket = open(own({ origin: nginx.origin }));
    await once(socket, 'open');
    const frames = [];
    socket.on('message', (data) => frames.push(JSON.parse(/** @type {Buffer} */ (data).toString())));
    socket.send(JSON.stringify({ type: 'subscribe', pollId: poll.id }));
    await eventually(() => frames.length > 0);
    const voted = await nginx.send('/api/votes', {
      method: 'POST',
      headers: own({ 'content-type': 'application/json', origin: nginx.origin }),
      body: JSON.stringify({ pollId: poll.id, optionIndex: 1 }),
    });
    expect(voted.status).toBe(200);
    await eventually(() =>
      expect(frames).toContainEqual(
        expect.objectContaining({ type: expect.stringMatching(/^poll_/), pollId: poll.id, votesCount: 1 }),
      ),
    );
    socket.close();
    await once(socket, 'close');
  });

  it('forwards an upload as it arrives, without writing it to disk', async () => {
    const [memory, written] = [nginx.memory, nginx.lastWritten];
    const sent = form(FIELDS, Buffer.alloc(2 * MIB, 1));
    const half = request({
      host: '127.0.0.1',
      port: nginx.port,
      path: '/api/polls',
      method: 'POST',
      headers: own({ 'content-type': sent.type, 'content-length': sent.bytes.length }),
    });
    half.on('error', () => undefined);
    half.write(sent.bytes.subarray(0, MIB));
    await eventually(async () => {
      const [name] = await readdir(arriving);
      expect((await stat(join(arriving, name))).size).toBeGreaterThan(MIB / 2);
    });
    // When the client disconnects, nginx disconnects from the gateway.
    half.destroy();
    await eventually(async () => expect(await readdir(arriving)).toEqual([]));

    // Not compressed, which makes a large file that is encoded quickly.
    const picture = await sharp({ create: { width: 2_950, height: 2_950, channels: 3, background: 'teal' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(picture.length).toBeGreaterThan(24.5 * MIB);
    expect(picture.length).toBeLessThanOrEqual(MEDIA_MAX_BYTES);
    const created = await upload(picture);
    expect(created.status).toBe(201);
    const exact = await upload(Buffer.alloc(MEDIA_MAX_BYTES, 1));
    expect(failure(exact)).toMatchObject({ status: 415 });
    const over = await upload(Buffer.alloc(MEDIA_MAX_BYTES + 1, 1));
    expect([over.status, over.json().code, over.headers['x-request-id']]).toEqual([
      413,
      'too-large',
      expect.any(String),
    ]);
    expect(nginx.lastWritten).toBe(written);
    expect(nginx.memory - memory).toBeLessThan(MEMORY_GROWTH_MAX);

    const { media } = created.json();
    const whole = await nginx.send(media);
    expect([whole.status, whole.headers['accept-ranges'], whole.headers['cache-control']]).toEqual([
      200,
      'bytes',
      'public, max-age=31536000, immutable',
    ]);
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=1000-1999', 1_000, 2_000],
      ['bytes=-10', whole.bytes.length - 10, whole.bytes.length],
    ]) {
      const part = await nginx.send(media, { headers: { range } });
      expect([part.status, part.headers['content-range'], part.bytes.equals(whole.bytes.subarray(from, to))]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${whole.bytes.length}`,
        true,
      ]);
    }
    expect((await nginx.send(media, { headers: { range: `bytes=${whole.bytes.length}-` } })).status).toBe(416);
    expect((await nginx.send(media, { headers: { 'if-none-match': whole.headers.etag } })).status).toBe(304);
    const head = await nginx.send(media, { method: 'HEAD' });
    expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.bytes.length)]);
    expect(nginx.lastWritten).toBe(written);
  }, 90_000);

  it("refuses what is larger than any form, and JSON of that size, in the API's shape", async () => {
    const written = nginx.lastWritten;
    const length = (bytes, path = '/api/polls') =>
      nginx.raw(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
          `Content-Length: ${bytes}\r\nConnection: close\r\n\r\n`,
      );
    for (const answer of [
      await length(40 * MIB),
      await length(40 * MIB, '/share-target'),
      await length(MIB, '/api/votes'),
    ])
      expect([statusOf(answer), bodyOf(answer)]).toEqual([413, body('too-large')]);
    const json = (bytes) =>
      nginx.send('/api/votes', {
        method: 'POST',
        headers: own({ 'content-type': 'application/json' }),
        body: JSON.stringify({ x: 'x'.repeat(bytes) }),
      });
    expect(failure(await json(70 * 1024))).toEqual({ status: 413, body: body('too-large') });
    expect(nginx.lastWritten).toBe(written);
  });

  it('answers malformed requests in JSON', async () => {
    const get = (head) => nginx.raw(`GET ${head}\r\nConnection: close\r\n\r\n`);
    for (const [text, status] of [
      ['/ HTTP/1.1\r\nHost: a b', 400],
      ['/ HTTP/1.1', 400],
      ['/ HTTP/1.1\r\nHost: localhost\r\nHost: other', 400],
      [`/ HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}`, 431],
      [
        '/api/config HTTP/1.1\r\nHost: localhost\r\n' +
          Array.from({ length: 4 }, (_, index) => `X-${index}: ${'x'.repeat(6_000)}`).join('\r\n'),
        431,
      ],
      [`/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost`, 414],
      ['/%zz HTTP/1.1\r\nHost: localhost', 400],
      ['/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: odd', 501],
    ]) {
      const answer = await get(text);
      expect([text.slice(0, 60), statusOf(answer), bodyOf(answer).code]).toEqual([
        text.slice(0, 60),
        status,
        'invalid-request',
      ]);
    }
    expect(bodyOf(await nginx.raw('GARBAGE\r\n\r\n'))).toEqual(body('invalid-request'));
    const old = await nginx.raw('GET /api/config HTTP/1.0\r\n\r\n');
    expect([statusOf(old), bodyOf(old).product]).toEqual([200, 'Inkling']);
    // Another host is forwarded and has no effect.
    expect(statusOf(await get('/api/config HTTP/1.1\r\nHost: elsewhere.example'))).toBe(200);
  });

  it('compresses JSON once, and forwards the ids of requests', async () => {
    const answer = await nginx.send('/api/openapi.json', {
      headers: { 'accept-encoding': 'gzip, br', 'x-request-id': 'abcdefgh-1' },
    });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding'),
      'x-request-id': 'abcdefgh-1',
    });
    expect(JSON.parse(gunzipSync(answer.bytes).toString()).openapi).toMatch(/^3/);
    await eventually(() =>
      expect(nginx.log).toContainEqual(
        expect.objectContaining({
          method: 'GET',
          path: '/api/openapi.json',
          requestId: 'abcdefgh-1',
          status: 200,
          upstreamStatus: '200',
        }),
      ),
    );
    expect(
      (await nginx.send('/api/config', { headers: { 'x-request-id': 'a"b c{}' } })).headers['x-request-id'],
    ).toMatch(/^[0-9a-f]{32}$/);
  });

  it('reports the real address of a client, whatever the client claims', async () => {
    const guess = (port, address) =>
      ask(port, '/api/auth/verify-email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, forwarded: `for=${address}` },
        body: JSON.stringify({ token: 'x'.repeat(43) }),
      });
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await guess(nginx.port, `203.0.113.${index}`)).status);
    expect(statuses.slice(3)).toEqual([429, 429]);
    const taken = await nginx.send('/health/client', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(JSON.parse(taken.bytes.toString())).toEqual({ address: '127.0.0.1' });
    // The same from an address whose proxy headers the gateway trusts.
    expect((await guess(gatewayPort, '203.0.113.200')).status).toBe(400);
  });

  it('writes no query and no token into its log', async () => {
    await nginx.send('/api/search?q=secret-words', { headers: own() });
    await nginx.send('/reset-password?token=secret-token', {
      headers: { referer: `${nginx.origin}/verify-email?token=secret-token` },
    });
    await nginx.send('/api/notification-tokens/secret-device', { method: 'DELETE', headers: own() });
    await eventually(() =>
      expect(nginx.log.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['/api/search', '/reset-password', '/api/notification-tokens/...']),
      ),
    );
    const text = JSON.stringify(nginx.log) + nginx.stderr;
    expect(text).not.toMatch(/secret|\?|127\.0\.0\.1"/);
    expect(text).not.toContain(person.cookieHeader.split('=')[1]);
    expect(
      nginx.log.every(
        ({ level, service, status, seconds }) =>
          level === 'info' && service === 'nginx' && Number.isInteger(status) && seconds >= 0,
      ),
    ).toBe(true);
  });

  it('stops waiting for a body that does not arrive', async () => {
    const { answer, ms } = await slow;
    expect([answer, ms > 9_000, ms < 30_000]).toEqual(['', true, true]);
  }, 90_000);
});
