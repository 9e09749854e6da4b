import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS_COOKIE } from '@inkling/contracts';
import type { RunningService, ServiceDefinition } from '@inkling/platform';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { WebSocket } from 'ws';
import { gateway } from '../index.js';
import { accessToken, SESSION_SECRET } from '../session/access-token.spec-support.js';

const DRAIN_MS = 4_000;
const SOCKETS = 20;

const cookieOf = (userId: number): string => `${ACCESS_COOKIE}=${accessToken({ sub: userId })}`;

describe('A gateway that shuts down', () => {
  let stack: Stack;
  let service: RunningService;
  let port: number;
  beforeAll(async () => {
    stack = await startStack({
      services: [gateway as unknown as ServiceDefinition],
      env: { HTTP_PORT: '0', OPS_PORT: '0', DRAIN_MS: String(DRAIN_MS), SESSION_SECRET, WEB_ROOT: 'none' },
    });
  });
  afterAll(() => stack.stop());

  const look = () => {
    service = stack.service('gateway');
    ({ port } = service.app.getHttpServer().address() as AddressInfo);
  };
  /** One request on a kept connection; `close` when the server asks to give that up. */
  const ask = (agent: Agent): Promise<{ status: number; close: boolean }> =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, host: '127.0.0.1', port, path: '/health/live' }, (response) => {
        response
          .resume()
          .once('end', () =>
            resolve({ status: response.statusCode ?? 0, close: response.headers.connection === 'close' }),
          );
      });
      sent.once('error', reject).end();
    });
  const readiness = async () => {
    const response = await fetch(`http://127.0.0.1:${service.opsPort}/health/ready`);
    return ((await response.json()) as { parts: { process?: string } }).parts.process;
  };

  it('is unready at once, serves until its callers have gone, and sends sockets away one after another', async () => {
    look();
    const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const closedAt: number[] = [];
    const sockets = Array.from(
      { length: SOCKETS },
      (_, index) =>
        new WebSocket(`ws://127.0.0.1:${port}/ws`, {
          headers: { cookie: cookieOf(100 + index), 'sec-fetch-site': 'same-origin', origin: `http://localhost:8080` },
        }),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    const codes: number[] = [];
    for (const socket of sockets) {
      socket.once('close', (code) => {
        codes.push(code);
        closedAt.push(performance.now());
      });
    }
    const answers: { status: number; close: boolean }[] = [];
    // Each sends on one connection until an answer says to close it, as a proxy does.
    const callers = agents.map(async (agent) => {
      for (;;) {
        const answer = await ask(agent);
        answers.push(answer);
        if (answer.close) return;
      }
    });
    await eventually(() => expect(answers.length).toBeGreaterThan(50));
    const before = answers.length;
    const began = performance.now();
    const stopped = service.stop();
    expect(await readiness()).toBe('draining');
    await Promise.all(callers);
    // Each had one answer under way, and the next one sent it away.
    expect(answers.length - before).toBeLessThanOrEqual(2 * agents.length);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    // A request that still arrives is served, on a new connection.
    await eventually(async () => {
      expect(await ask(agents[0]!)).toEqual({ status: 200, close: true });
      expect(performance.now() - began).toBeGreaterThan(DRAIN_MS / 2);
    });
    await stopped;
    expect(performance.now() - began).toBeGreaterThanOrEqual(DRAIN_MS - 5);
    await eventually(() => expect(codes).toEqual(Array.from({ length: SOCKETS }, () => 1001)));
    expect(closedAt[0]! - began).toBeGreaterThan(DRAIN_MS / 2 - 5);
    // Not all in the same moment.
    expect(closedAt.at(-1)! - closedAt[0]!).toBeGreaterThan(200);
    for (const agent of agents) agent.destroy();
    await stack.stopService('gateway');
  });

  it('closes at once at a second signal', async () => {
    await stack.startService('gateway');
    look();
    expect(service.hurry()).toBe(false);
    const began = performance.now();
    const stopped = service.stop();
    await eventually(async () => expect(await readiness()).toBe('draining'));
    expect(service.hurry()).toBe(true);
    await stopped;
    // By itself it drains, and then refuses for half of that time.
    expect(performance.now() - began).toBeLessThan(DRAIN_MS * 1.4);
    expect(service.hurry()).toBe(false);
    await stack.stopService('gateway');
  });
});
