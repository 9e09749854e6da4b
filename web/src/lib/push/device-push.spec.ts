import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const KEY = 'BL3w1MdP2Bus_aWoZ2DsRtbYWuuwz-BBSIyTVbcjYt8Q6RBmsSgY9Drd5q3Jq5SR_xSyIf_OUyagLArq7csLqm8';
const WAY = { kind: 'web-push', key: KEY } as const;
const original = globalThis.fetch;

/** The browser's part: permission, service worker, subscription. */
let permission: NotificationPermission;
let answer: NotificationPermission;
let subscribed: {
  options: { applicationServerKey: ArrayBuffer };
  toJSON: () => object;
  unsubscribe: () => Promise<boolean>;
} | null;
let endpoints: number;
let calls: string[];
let status: number;

const pushManager = {
  getSubscription: async () => subscribed,
  subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
    const endpoint = `https://push.example/${++endpoints}`;
    subscribed = {
      options: { applicationServerKey: applicationServerKey.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        subscribed = null;
        return true;
      },
    };
    return subscribed;
  },
};

/** A fresh page: the module reads the browser's state when it loads. */
async function open(): Promise<typeof import('./device-push')> {
  let page: typeof import('./device-push') | undefined;
  await jest.isolateModulesAsync(async () => {
    page = await import('./device-push');
  });
  return page!;
}

beforeEach(() => {
  localStorage.clear();
  permission = 'default';
  answer = 'granted';
  subscribed = null;
  endpoints = 0;
  calls = [];
  status = 204;
  Object.defineProperty(window, 'PushManager', { value: class {}, configurable: true });
  Object.defineProperty(window, 'Notification', {
    value: class {
      static get permission() {
        return permission;
      }
      static async requestPermission() {
        return (permission = answer);
      }
    },
    configurable: true,
    writable: true,
  });
  const registration = { pushManager };
  Object.defineProperty(navigator, 'serviceWorker', {
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
    configurable: true,
  });
  globalThis.fetch = jest.fn((path: unknown, init: RequestInit = {}) => {
    calls.push(
      `${init.method} ${decodeURIComponent(String(path))} ${typeof init.body === 'string' ? init.body : ''}`.trim(),
    );
    return Promise.resolve(
      new Response(status === 204 ? null : '{"message":"x","code":"x"}', {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    );
  }) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = original;
});

const tokenIn = (call: string | undefined) =>
  (JSON.parse(/\{.*\}/.exec(call ?? '')?.[0] ?? '{}') as { token: string }).token;
const subscriptionOf = (token: string) =>
  JSON.parse(atob(token.replace('webpush.', '').replaceAll('-', '+').replaceAll('_', '/'))) as unknown;

test('enabling asks, subscribes with the server key and registers the subscription as a token', async () => {
  const { enablePush, devicePush } = await open();
  expect(devicePush.get()).toMatchObject({ supported: true, enabled: false, permission: 'default' });
  await enablePush(WAY, 7);
  expect(devicePush.get()).toMatchObject({ enabled: true, loading: false, permission: 'granted' });
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatch(/^POST \/api\/notification-tokens /);
  expect(subscriptionOf(tokenIn(calls[0]))).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'p', auth: 'a' },
  });
});

test('a refused permission and a refused token fail with a message for the person', async () => {
  const { enablePush, devicePush } = await open();
  answer = 'denied';
  await expect(enablePush(WAY, 7)).rejects.toThrow('Permission not granted for notifications');
  permission = 'granted';
  status = 503;
  await expect(enablePush(WAY, 7)).rejects.toThrow('Failed to register notification token with server');
  await expect(enablePush(WAY, null)).rejects.toThrow('User must be logged in to register for notifications');
  expect(devicePush.get()).toMatchObject({ enabled: false, loading: false });
});

test('disabling removes the token and unsubscribes, and is remembered when it was by hand', async () => {
  const { enablePush, disablePush, devicePush } = await open();
  await enablePush(WAY, 7);
  const token = tokenIn(calls[0]);
  await disablePush(true);
  expect(calls.at(-1)).toBe(`DELETE /api/notification-tokens/${token}`);
  expect(subscribed).toBeNull();
  expect(devicePush.get().enabled).toBe(false);
  expect(JSON.parse(localStorage.getItem('inkling_push') ?? '')).toMatchObject({ token: null, declined: true });
});

test('a server that cannot be asked keeps push on', async () => {
  const { enablePush, disablePush, devicePush } = await open();
  await enablePush(WAY, 7);
  status = 503;
  await expect(disablePush(true)).rejects.toThrow();
  expect(devicePush.get().enabled).toBe(true);
  expect(subscribed).not.toBeNull();
});

test('a token is registered again after each login: the server forgets a device with the session before', async () => {
  const page = await open();
  const { forgetRegistration } = await import('./push-record');
  forgetRegistration();
  expect(localStorage.getItem('inkling_push')).toBeNull();
  await page.enablePush(WAY, 7);
  forgetRegistration();
  await page.refreshPush(WAY, 7);
  await page.refreshPush(WAY, 7);
  expect(calls.map((call) => tokenIn(call) === tokenIn(calls[0]))).toEqual([true, true]);
});

test('a token is registered again after a week, for another user, and for another key of the server', async () => {
  const page = await open();
  await page.enablePush(WAY, 7);
  await page.refreshPush(WAY, 7);
  expect(calls).toHaveLength(1);
  await page.refreshPush(WAY, 8);
  expect(calls).toHaveLength(2);
  const record = JSON.parse(localStorage.getItem('inkling_push') ?? '{}') as object;
  localStorage.setItem('inkling_push', JSON.stringify({ ...record, registeredAt: Date.now() - page.REFRESH_MS }));
  await page.refreshPush(WAY, 8);
  expect(calls).toHaveLength(3);
  const old = tokenIn(calls[2]);
  await page.refreshPush({ ...WAY, key: KEY.replace('BL3w', 'BL3x') }, 8);
  expect(tokenIn(calls[3])).not.toBe(old);
  expect(calls[4]).toBe(`DELETE /api/notification-tokens/${old}`);
});
