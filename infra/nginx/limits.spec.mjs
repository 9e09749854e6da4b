import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS } from '@inkling/contracts';
import { nginxOrReason, RealNginx } from './real-nginx.spec-support.mts';

const program = await nginxOrReason();
const REFUSAL = { message: ERRORS['too-many-requests'].message, code: 'too-many-requests' };

(program ? describe : describe.skip)('nginx', () => {
  /** Requests that the gateway holds until `release`. */
  let held;
  let forwarded;
  let gateway;
  let port;
  beforeAll(async () => {
    held = [];
    gateway = createServer((request, response) => {
      forwarded = request.headers['x-forwarded-for'];
      const answer = () => response.end('{}');
      if (request.url?.startsWith('/api/held')) held.push(answer);
      else answer();
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    port = gateway.address().port;
  });
  afterAll(() => gateway.close());

  /** How often each status came of so many requests at once. */
  const statuses = async (nginx, times, path, headers = {}) => {
    const counts = {};
    const answers = await Promise.all(Array.from({ length: times }, () => nginx.send(path, { headers })));
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  it('limits what one client sends to the gateway, and answers 429 in the shape of the API', async () => {
    const nginx = await RealNginx.start(program, { GATEWAY: `127.0.0.1:${port}`, REQUESTS_PER_CLIENT: '2' });
    try {
      const seen = await statuses(nginx, 60, '/api/config');
      // The burst is ten; a slow machine gets two more a second.
      expect(seen[200]).toBeGreaterThanOrEqual(11);
      expect(seen[200]).toBeLessThan(40);
      expect(seen[429]).toBe(60 - seen[200]);
      // A claimed address is not believed, nor is another spelling of the path.
      expect((await statuses(nginx, 30, '/%61pi/config', { 'x-forwarded-for': '203.0.113.7' }))[429]).toBeGreaterThan(
        0,
      );
      await statuses(nginx, 20, '/api/config');
      const refused = await nginx.send('/api/config');
      expect({ status: refused.status, body: refused.json() }).toEqual({ status: 429, body: REFUSAL });
      expect(refused.headers).toMatchObject({
        'retry-after': '1',
        'content-type': expect.stringContaining('application/json'),
      });
      // Pages and files are no concern of the gateway.
      expect(await statuses(nginx, 40, '/login')).toEqual({ 200: 40 });
    } finally {
      await nginx.stop();
    }
  });

  it('counts the clients that a trusted proxy in front names, each for itself', async () => {
    const env = {
      GATEWAY: `127.0.0.1:${port}`,
      REQUESTS_PER_CLIENT: '1',
      TRUST_PROXY: '2',
      TRUSTED_PROXIES: 'loopback',
    };
    const nginx = await RealNginx.start(program, env);
    try {
      const from = (address) => ({ 'x-forwarded-for': address });
      expect((await statuses(nginx, 30, '/api/config', from('203.0.113.1')))[429]).toBeGreaterThan(0);
      expect(await statuses(nginx, 5, '/api/config', from('203.0.113.2'))).toEqual({ 200: 5 });
      // The gateway gets the chain as it was.
      expect(forwarded).toBe('203.0.113.2, 127.0.0.1');
      // What a client puts before the proxy's word does not count.
      expect((await statuses(nginx, 30, '/api/config', from('203.0.113.3, 203.0.113.1')))[429]).toBeGreaterThan(20);
      // One customer's IPv6 addresses are one client.
      await statuses(nginx, 30, '/api/config', from('2001:db8:1:2::1'));
      expect((await statuses(nginx, 10, '/api/config', from('2001:db8:1:2:3:4:5:6')))[429]).toBeGreaterThan(0);
    } finally {
      await nginx.stop();
    }
  });

  it('limits how much one client does at a time', async () => {
    const nginx = await RealNginx.start(program, { GATEWAY: `127.0.0.1:${port}`, CONNECTIONS_PER_CLIENT: '3' });
    try {
      const answers = Array.from({ length: 10 }, () => nginx.send('/api/held'));
      const refused = [];
      for (const answer of answers) void answer.then(({ status }) => status === 429 && refused.push(status));
      while (refused.length < 7 || held.length < 3) await Promise.race(answers).then(() => new Promise(setImmediate));
      for (const answer of held.splice(0)) answer();
      const all = (await Promise.all(answers)).map(({ status }) => status);
      expect(all.filter((status) => status === 200)).toHaveLength(3);
      expect(await statuses(nginx, 2, '/api/config')).toEqual({ 200: 2 });
    } finally {
      await nginx.stop();
    }
  });
});
