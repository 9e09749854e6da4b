import { createHmac, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS_COOKIE, ERRORS } from '@inkling/contracts';
import { gateway } from '@inkling/gateway';
import { startService } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { Api } from '../../e2e/api/api.spec-support.js';
import { freePort } from '../local/ports.mts';
import { ask, nginxOrReason, RealNginx } from './real-nginx.spec-support.mts';

const program = await nginxOrReason();
/** Longer than nginx keeps an idle connection. */
const DRAIN_MS = 3_000;
const VOTERS = 6;
const READERS = 6;
const UNAVAILABLE = { message: ERRORS.unavailable.message, code: 'unavailable' };

(program ? describe : describe.skip)('gateways that come and go behind nginx', () => {
  let api;
  let author;
  const segment = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  /** A session's cookie, as auth makes it. */
  const cookieOf = (userId) => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { sub: userId, sid: randomUUID(), profile: true, iat: now, exp: now + 300 };
    const signed = `${segment({ alg: 'HS256', typ: 'JWT' })}.${segment(claims)}`;
    const secret = api.stack.env('gateway').SESSION_SECRET;
    return `${ACCESS_COOKIE}=${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const startGateway = (port) =>
    startService(gateway, {
      env: { ...api.stack.env('gateway'), HTTP_PORT: String(port), DRAIN_MS: String(DRAIN_MS) },
    });

  beforeAll(async () => {
    api = await Api.start();
    author = await api.person();
  }, 120_000);
  afterAll(() => api?.stop());

  it('answer 503 at once while there are none, and are found without a reload; pages still work', async () => {
    const port = await freePort();
    const nginx = await RealNginx.start(program, { GATEWAY: `127.0.0.1:${port}` });
    let service;
    try {
      const began = performance.now();
      for (const [method, path] of [
        ['GET', '/api/polls'],
        ['POST', '/api/polls'],
        ['POST', '/api/votes'],
        ['GET', '/ws'],
        ['GET', '/uploads/x.jpg'],
        ['GET', '/health/ready'],
        ['GET', '/api/search?q=secret'],
        ['POST', '/share-target'],
      ]) {
        const answer = await nginx.send(path, { method, body: method === 'POST' ? '{}' : undefined });
        expect([
          path,
          answer.status,
          answer.json(),
          answer.headers['content-type'],
          answer.headers['cache-control'],
        ]).toEqual([path, 503, UNAVAILABLE, 'application/json; charset=utf-8', 'no-store']);
      }
      for (const method of ['GET', 'HEAD']) expect((await nginx.send('/poll/1', { method })).status).toBe(200);
      expect((await nginx.send('/poll/1')).text).toContain('<title>Inkling</title>');
      expect((await nginx.send('/home')).status).toBe(200);
      // A single request would take this long if nginx retried it for five seconds.
      expect(performance.now() - began).toBeLessThan(5_000);
      await eventually(() =>
        expect(nginx.log).toContainEqual(
          expect.objectContaining({ method: 'POST', path: '/api/votes', status: 503, upstreamStatus: '502' }),
        ),
      );
      expect(nginx.stderr + JSON.stringify(nginx.log)).not.toContain('secret');
      service = await startGateway(port);
      expect((await nginx.send('/api/config')).status).toBe(200);
    } finally {
      await nginx.stop();
      await service?.stop();
    }
  });

  it('leave a poll without its tags when they do not answer', async () => {
    const sockets = new Set();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const nginx = await RealNginx.start(program, { GATEWAY: `127.0.0.1:${silent.address().port}` });
    try {
      for (const method of ['GET', 'HEAD']) {
        const began = performance.now();
        const page = await nginx.send('/poll/1', { method });
        expect([page.status, performance.now() - began < 10_000]).toEqual([200, true]);
        if (method === 'GET')
          expect([page.text.match(/<title>[^<]*/g), page.text.endsWith('</html>\n')]).toEqual([
            ['<title>Inkling'],
            true,
          ]);
      }
    } finally {
      await nginx.stop();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it('are replaced one after another without a failed vote or read on open connections', async () => {
    const ports = [await freePort(), await freePort()];
    const running = [await startGateway(ports[0]), await startGateway(ports[1])];
    const nginx = await RealNginx.start(program, {
      GATEWAY: ports.map((port) => `127.0.0.1:${port}`).join(','),
      REQUESTS_PER_CLIENT: '0',
    });
    const agent = new Agent({ keepAlive: true, maxSockets: VOTERS + READERS });
    const poll = await api.poll(author);
    const failures = [];
    let [over, userId, votes, reads] = [false, 1_000_000, 0, 0];
    const note = (what, answer) => {
      if (answer.status !== 200) failures.push([what, answer.status, answer.text]);
      return answer.status === 200 ? 1 : 0;
    };
    const failed = (what) => (error) => {
      failures.push([what, error.message]);
      return { status: 200 };
    };
    const vote = async () => {
      userId += 1;
      const headers = { cookie: cookieOf(userId), 'content-type': 'application/json' };
      const counted = note(
        'vote',
        await nginx
          .send('/api/votes', {
            method: 'POST',
            headers,
            body: JSON.stringify({ pollId: poll.id, optionIndex: userId % 3 }),
            agent,
          })
          .catch(failed('vote')),
      );
      votes += counted;
    };
    const read = async () => {
      const path = reads % 2 === 0 ? '/api/polls' : `/api/polls/${poll.id}`;
      const counted = note(
        path,
        await nginx.send(path, { headers: { cookie: author.cookieHeader }, agent }).catch(failed(path)),
      );
      reads += counted;
    };
    const loop = async (work) => {
      while (!over) await work();
    };
    const loops = [
      ...Array.from({ length: VOTERS }, () => loop(vote)),
      ...Array.from({ length: READERS }, () => loop(read)),
    ];
    const answered = () =>
      nginx.log.reduce((by, { upstream }) => by.set(upstream, (by.get(upstream) ?? 0) + 1), new Map());
    try {
      await eventually(() => expect(Math.min(votes, reads)).toBeGreaterThan(50), { timeoutMs: 30_000 });
      expect([...answered().keys()].filter((upstream) => !upstream.includes(','))).toEqual(
        expect.arrayContaining(ports.map((port) => `127.0.0.1:${port}`)),
      );
      for (const index of [0, 1]) {
        await running[index].stop();
        const before = votes;
        await eventually(() => expect(votes - before).toBeGreaterThan(50), { timeoutMs: 30_000 });
        running[index] = await startGateway(ports[index]);
        const port = `127.0.0.1:${ports[index]}`;
        const known = answered().get(port) ?? 0;
        await eventually(() => expect(answered().get(port)).toBeGreaterThan(known + 20), { timeoutMs: 30_000 });
      }
    } finally {
      over = true;
      await Promise.all(loops);
      failures.push(...nginx.log.filter(({ status }) => status >= 500));
      agent.destroy();
      await nginx.stop();
      await Promise.all(running.map((service) => service.stop()));
    }
    expect(failures).toEqual([]);
    expect(
      (
        await ask(Number(new URL(api.origin).port), `/api/polls/${poll.id}`, {
          headers: { cookie: author.cookieHeader },
        })
      ).json().votesCount,
    ).toBe(votes);
  }, 180_000);
});
