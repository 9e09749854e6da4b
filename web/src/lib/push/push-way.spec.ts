import { beforeEach, expect, jest, test } from '@jest/globals';

const firebase = {
  apiKey: 'k',
  authDomain: 'polls.firebaseapp.com',
  projectId: 'polls',
  appId: '1:2:web:3',
  messagingSenderId: '2',
  vapidKey: 'BVapid',
};
const features = { google: true, push: true, insights: false, media: true, mail: false, passkeys: false };
const registration = { pushManager: { getSubscription: async () => null } };

const initializeApp = jest.fn((config: object, name: string) => ({ config, name }));
const getMessaging = jest.fn((app: object) => ({ app }));
const getToken = jest.fn(async (_messaging: object, _options: object) => 'fcm-token:1');
const deleteToken = jest.fn(async () => true);
const register = jest.fn(async () => registration);

/** The module with a mock of Firebase, whose calls are checked. */
async function open(): Promise<typeof import('./push-way')> {
  let page: typeof import('./push-way') | undefined;
  await jest.isolateModulesAsync(async () => {
    jest.doMock('firebase/app', () => ({ initializeApp }));
    jest.doMock('firebase/messaging', () => ({ isSupported: async () => true, getMessaging, getToken, deleteToken }));
    page = await import('./push-way');
  });
  return page!;
}

beforeEach(() => {
  jest.clearAllMocks();
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { register, ready: Promise.resolve(registration), getRegistration: async () => registration },
    configurable: true,
  });
});

test('Web Push comes first, FCM where only that is whole, and otherwise there is no push', async () => {
  const { pushWayOf } = await open();
  expect(pushWayOf({ features, firebase, pushKey: 'BKey' })).toEqual({ kind: 'web-push', key: 'BKey' });
  expect(pushWayOf({ features, firebase, pushKey: null })).toEqual({ kind: 'fcm', config: firebase });
  expect(pushWayOf({ features: { ...features, push: false }, firebase, pushKey: null })).toBeNull();
  expect(pushWayOf({ features, firebase: null, pushKey: null })).toBeNull();
  const { vapidKey: _without, ...half } = firebase;
  expect(pushWayOf({ features, firebase: half, pushKey: null })).toBeNull();
});

test('FCM gets key, configuration and worker of the application, and is revoked with its token', async () => {
  const { pushWayOf, subscribeBy, unsubscribeFrom } = await open();
  const way = pushWayOf({ features, firebase, pushKey: null })!;
  expect(await subscribeBy(way)).toBe('fcm-token:1');
  expect(register.mock.calls).toEqual([['/sw.js']]);
  expect(initializeApp).toHaveBeenCalledWith(firebase, 'push');
  expect(getToken).toHaveBeenCalledWith(
    { app: { config: firebase, name: 'push' } },
    { vapidKey: 'BVapid', serviceWorkerRegistration: registration },
  );
  await unsubscribeFrom('webpush.abc');
  expect(deleteToken).not.toHaveBeenCalled();
  await unsubscribeFrom('fcm-token:1');
  expect(deleteToken).toHaveBeenCalledTimes(1);
});
