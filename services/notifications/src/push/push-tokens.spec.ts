import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notificationsRpc, sessionsEnded } from '@inkling/contracts';
import { ConfigError } from '@inkling/platform';
import { EventFeed, startStack, tokenOf } from '@inkling/testing';
import { service } from '../index.js';
import { PushWorker } from './push-worker.js';
import { keys, startPushStack, type PushStack } from './push.spec-support.js';

let push: PushStack;
beforeAll(async () => {
  push = await startPushStack();
});
afterAll(() => push.stop());

const register = (userId: number, token: string, sessionId?: string) =>
  push.stack.rpc.call(notificationsRpc.registerToken, { userId, sessionId, token, deviceType: 'web' });
const unregister = (userId: number, token: string) =>
  push.stack.rpc.call(notificationsRpc.deleteToken, { userId, token });
const tokens = async (userId: number) =>
  (
    await push.stack.sql<{ token: string }>(
      'notifications',
      'select token from push_tokens where user_id = $1 order by seen_at, id',
      [userId],
    )
  ).map(({ token }) => token);

describe('registering a device', () => {
  it('stores it once, however often the browser renews it', async () => {
    const token = push.push.subscribe('once');
    await Promise.all(Array.from({ length: 10 }, () => register(1, token)));
    expect(await tokens(1)).toEqual([token]);
  });

  it('knows the device again when its subscription is written differently, and takes the newer keys', async () => {
    const { endpoint, keys: before } = JSON.parse(
      Buffer.from(push.push.subscribe('twice').slice(8), 'base64url').toString(),
    ) as { endpoint: string; keys: { p256dh: string; auth: string } };
    await register(2, tokenOf({ endpoint, keys: before }));
    const renewed = tokenOf({
      endpoint,
      expirationTime: null,
      keys: { ...before, auth: randomBytes(16).toString('base64url') },
    });
    await register(2, renewed);
    expect(await tokens(2)).toEqual([renewed]);
  });

  it('moves a device that changed hands', async () => {
    const token = push.push.subscribe('hands');
    await register(3, token);
    await register(4, token);
    expect([await tokens(3), await tokens(4)]).toEqual([[], [token]]);
  });

  it('keeps the latest 20, also when many register at once', async () => {
    const many = Array.from({ length: 30 }, (_, index) => push.push.subscribe(`many-${index}`));
    await Promise.all(many.map((token) => register(5, token)));
    expect(await tokens(5)).toHaveLength(20);
    const latest = push.push.subscribe('latest');
    await register(5, latest);
    expect(await tokens(5)).toHaveLength(20);
    expect((await tokens(5)).at(-1)).toBe(latest);
  });

  it('removes a device that has not registered for 60 days', async () => {
    const [old, young] = [push.push.subscribe('old'), push.push.subscribe('young')];
    await register(6, old);
    await register(6, young);
    await push.stack.sql(
      'notifications',
      `update push_tokens
       set seen_at = now() - case when token = $1 then interval '61 days' else interval '59 days' end
       where user_id = 6`,
      [old],
    );
    await push.stack.service('notifications').app.get(PushWorker).cleanup.run();
    expect(await tokens(6)).toEqual([young]);
  });
});

describe('a token that is not a device', () => {
  const point = (() => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    return ecdh.getPublicKey('base64url');
  })();
  const auth = randomBytes(16).toString('base64url');
  const at = (endpoint: unknown, own: object = { p256dh: point, auth }) => tokenOf({ endpoint, keys: own });

  it.each([
    ['text that is no JSON', 'webpush.bm90aGluZw'],
    ['an address of this network', at('https://10.0.0.1/push')],
    ['the metadata service of a cloud', at('http://169.254.169.254/latest/meta-data')],
    ['another port of loopback', at('http://127.0.0.1:4222/push')],
    ['a known host without https', at('http://updates.push.services.mozilla.com/x')],
    ['a host that is not on the list', at('https://push.example.org/x')],
    ['a user name in the address', at('https://me@fcm.googleapis.com/x')],
    ['no address', at(7)],
    ['a key that is too short', at('http://127.0.0.1/x', { p256dh: 'AAAA', auth })],
    ['a secret of another length', at('http://127.0.0.1/x', { p256dh: point, auth: 'AAAA' })],
    ['no keys', tokenOf({ endpoint: 'http://127.0.0.1/x' })],
  ])('%s is refused', async (_, token) => {
    await expect(register(7, token)).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'This is no push token',
    });
    expect(await tokens(7)).toEqual([]);
  });

  it('is answered with 503 when its way of delivery is not configured', async () => {
    await expect(register(7, 'fcm-token-of-a-browser')).rejects.toMatchObject({
      code: 'push-unavailable',
      status: 503,
    });
  });
});

describe('unregistering', () => {
  it('removes the device, and never that of another user', async () => {
    const token = push.push.subscribe('leaving');
    await register(8, token);
    await unregister(9, token);
    expect(await tokens(8)).toEqual([token]);
    await unregister(8, token);
    await unregister(8, token);
    await unregister(8, 'webpush.bm90aGluZw');
    expect(await tokens(8)).toEqual([]);
  });
});

describe('the end of sessions', () => {
  let feed: EventFeed;
  beforeAll(async () => {
    feed = await EventFeed.connect(push.stack);
  });
  afterAll(() => feed.close());
  const end = async (userId: number, sessionIds: string[]): Promise<void> => {
    await feed.publishTwice(sessionsEnded, { userId, sessionIds });
    await feed.drained('auth-events', 3);
  };

  it('removes the devices that were registered in them, and no others', async () => {
    const [phone, laptop, borrowed, kept] = Array.from({ length: 4 }, () => randomUUID());
    const device = (name: string): string => push.push.subscribe(`session-${name}`);
    const [onPhone, onLaptop, onBorrowed, again, before] = [
      device('phone'),
      device('laptop'),
      device('borrowed'),
      device('again'),
      device('before'),
    ];
    await register(21, before);
    await register(21, onPhone, phone);
    await register(21, onLaptop, laptop);
    await register(21, onBorrowed, borrowed);
    // A later session.
    await register(21, again, phone);
    await register(21, again, kept);
    await end(21, [phone!, borrowed!]);
    expect(await tokens(21)).toEqual([before, onLaptop, again]);
  });

  it('also removes a device that registers at that moment, or later with a token of that session', async () => {
    const session = randomUUID();
    const names = Array.from({ length: 20 }, (_, index) => push.push.subscribe(`moment-${index}`));
    await Promise.all([...names.slice(0, 15).map((token) => register(22, token, session)), end(22, [session])]);
    await Promise.all(names.slice(15).map((token) => register(22, token, session)));
    expect(await tokens(22)).toEqual([]);
    await register(22, names[0]!, randomUUID());
    expect(await tokens(22)).toEqual([names[0]]);
  });

  it('is remembered for a day', async () => {
    await end(23, [randomUUID()]);
    await push.stack.sql('notifications', `update ended_sessions set ended_at = now() - interval '25 hours'`, []);
    const young = randomUUID();
    await end(23, [young]);
    await push.stack.service('notifications').app.get(PushWorker).cleanup.run();
    expect(await push.stack.sql('notifications', 'select session_id from ended_sessions', [])).toEqual([
      { session_id: young },
    ]);
  });
});

describe('the configuration', () => {
  it('is sent to the browser', async () => {
    expect(await push.stack.rpc.call(notificationsRpc.features, {})).toEqual({
      push: true,
      pushKey: keys.publicKey,
      mail: false,
    });
  });

  it('without keys turns push off', async () => {
    const stack = await startStack({ services: [service] });
    try {
      expect(await stack.rpc.call(notificationsRpc.features, {})).toEqual({ push: false, pushKey: null, mail: false });
      await expect(
        stack.rpc.call(notificationsRpc.registerToken, {
          userId: 1,
          token: push.push.subscribe('off'),
          deviceType: 'web',
        }),
      ).rejects.toMatchObject({ code: 'push-unavailable' });
    } finally {
      await stack.stop();
    }
  });

  it.each([
    [{ WEB_PUSH_PUBLIC_KEY: keys.publicKey }],
    [{ WEB_PUSH_PUBLIC_KEY: keys.publicKey, WEB_PUSH_PRIVATE_KEY: 'c2hvcnQ', WEB_PUSH_CONTACT: 'mailto:a@b.example' }],
    [{ WEB_PUSH_PUBLIC_KEY: keys.publicKey, WEB_PUSH_PRIVATE_KEY: keys.privateKey, WEB_PUSH_CONTACT: 'me' }],
    [
      {
        WEB_PUSH_PUBLIC_KEY: keys.publicKey,
        WEB_PUSH_PRIVATE_KEY: keys.privateKey,
        WEB_PUSH_CONTACT: 'mailto:a@b.example',
        WEB_PUSH_HOSTS: 'http://10.0.0.1:80',
      },
    ],
    [{ FIREBASE_SERVICE_ACCOUNT: '{"project_id":"x"}' }],
    [{ SMTP_URL: 'smtp://127.0.0.1:1' }],
  ])('that cannot work stops the start (%#)', async (env) => {
    const failure = await startStack({ services: [service], env }).then(
      (stack) => stack.stop(),
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).not.toContain(keys.privateKey);
  });
});
