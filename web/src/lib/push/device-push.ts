import { ApiFailure, call, routes } from '../api';
import { t } from '../i18n';
import { createStore } from '../store';
import { readPushRecord, writePushRecord } from './push-record';
import { subscribeBy, unsubscribeFrom, type PushWay } from './push-way';
import { isPushSupported } from './web-push';
import './strings';

/** Milliseconds after which a registered token is sent again. */
export const REFRESH_MS = 7 * 24 * 60 * 60_000;

/** State of push on this device. */
export interface PushState {
  supported: boolean;
  permission: NotificationPermission;
  enabled: boolean;
  /** Something is under way. */
  loading: boolean;
}

const supported = typeof window !== 'undefined' && isPushSupported();
const permission = (): NotificationPermission => (supported ? Notification.permission : 'denied');
const isOn = (): boolean => permission() === 'granted' && readPushRecord().token !== null;

/** Push on this device. */
export const devicePush = createStore<PushState>({
  supported,
  permission: permission(),
  enabled: supported && isOn(),
  loading: false,
});

const set = (change: Partial<PushState>): void =>
  devicePush.set({ ...devicePush.get(), permission: permission(), ...change });

async function busy<T>(work: () => Promise<T>): Promise<T> {
  set({ loading: true });
  try {
    return await work();
  } finally {
    set({ loading: false, enabled: isOn() });
  }
}

async function register(way: PushWay, userId: number): Promise<void> {
  let token: string;
  try {
    token = await subscribeBy(way);
  } catch (error) {
    throw new Error(t('push.noToken'), { cause: error });
  }
  const before = readPushRecord().token;
  try {
    await call(routes.registerPushToken, { body: { token, deviceType: 'web' } });
  } catch (error) {
    throw new Error(t('push.notRegistered'), { cause: error });
  }
  writePushRecord({ token, userId, registeredAt: Date.now(), declined: false });
  // Messages to the old token would fail from now on.
  if (before !== null && before !== token)
    void call(routes.deletePushToken, { params: { token: before } }).catch(() => undefined);
}

/**
 * Switches push on for this device: requests permission where needed, subscribes, registers the token. Call it from a
 * user gesture where the browser demands one.
 * @throws Error with a message for the person
 */
export function enablePush(way: PushWay, userId: number | null): Promise<void> {
  return busy(async () => {
    if (!supported) throw new Error(t('push.noSupport'));
    if (userId === null) throw new Error(t('push.mustLogIn'));
    if (Notification.permission !== 'granted' && (await Notification.requestPermission()) !== 'granted')
      throw new Error(t('push.noPermission'));
    await register(way, userId);
  });
}

/**
 * Switches push off: deletes the token at the server and unsubscribes the device.
 * @param declined by the person; otherwise, as on logout, push returns with the next login
 */
export function disablePush(declined: boolean): Promise<void> {
  return busy(async () => {
    const { token } = readPushRecord();
    try {
      if (token !== null) await call(routes.deletePushToken, { params: { token } });
    } catch (error) {
      // A token that the server could not delete is dead once the device has unsubscribed; the server drops it at the
      // next message.
      if (!(error instanceof ApiFailure) || error.status < 400 || error.status >= 500 || error.status === 401)
        throw error;
    }
    writePushRecord({ token: null, userId: null, declined });
    await unsubscribeFrom(token);
  });
}

/** Registers an enabled device again when the token is a week old, has changed, or belongs to the previous user. */
export async function refreshPush(way: PushWay, userId: number): Promise<void> {
  const record = readPushRecord();
  if (!isOn()) return;
  if (
    record.userId === userId &&
    Date.now() - record.registeredAt < REFRESH_MS &&
    (await subscribeBy(way)) === record.token
  )
    return;
  await busy(() => register(way, userId));
}
