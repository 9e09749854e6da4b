import { WEB_PUSH_TOKEN_PREFIX } from '@inkling/contracts/constants';
import { WORKER_PATH } from '../pwa/service-worker';

/** Whether this browser supports push: notifications, service worker and push. */
export const isPushSupported = (): boolean =>
  'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window;

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function base64urlOf(text: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A subscription as the token under which the server knows this device. */
export const tokenOf = (subscription: Pick<PushSubscription, 'toJSON'>): string =>
  WEB_PUSH_TOKEN_PREFIX + base64urlOf(JSON.stringify(subscription.toJSON()));

/** Whether a token is one of FCM, recognised by lacking the Web Push prefix. */
export const isFcmToken = (token: string): boolean => !token.startsWith(WEB_PUSH_TOKEN_PREFIX);

const sameKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = subscription.options.applicationServerKey;
  return (
    own !== null && own.byteLength === key.length && new Uint8Array(own).every((byte, index) => byte === key[index])
  );
};

/**
 * This device's token; subscribes the device if necessary. The permission must be granted.
 * @param pushKey the server's public VAPID key, base64url
 * @throws Error when the browser or its push service refuses
 */
export async function subscribe(pushKey: string): Promise<string> {
  const registration = await navigator.serviceWorker.register(WORKER_PATH);
  await navigator.serviceWorker.ready;
  const key = bytesOf(pushKey);
  let subscription = await registration.pushManager.getSubscription();
  // The server's key has changed since this device subscribed.
  if (subscription && !sameKey(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  return tokenOf(
    subscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })),
  );
}

/** Ends this device's subscription, if there is one. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
