import { initializeApp } from 'firebase/app';
import { deleteToken, getMessaging, getToken, isSupported, type Messaging } from 'firebase/messaging';
import { WORKER_PATH } from '../pwa/service-worker';
import type { FcmConfig } from './push-way';

/** Named, because sign-in with Google uses the unnamed app. */
const APP = 'push';

let messaging: Messaging | null = null;

async function open(config: FcmConfig): Promise<Messaging> {
  if (!(await isSupported())) throw new Error('This browser has not what FCM needs');
  return (messaging ??= getMessaging(initializeApp(config, APP)));
}

/**
 * This device's registration token of FCM. It subscribes with the worker that also shows Web Push messages, since both
 * kinds look alike to it. A token that Google has replaced is returned as the new one.
 * @throws Error when the browser or Google refuses
 */
export async function fcmToken(config: FcmConfig): Promise<string> {
  const serviceWorkerRegistration = await navigator.serviceWorker.register(WORKER_PATH);
  await navigator.serviceWorker.ready;
  return getToken(await open(config), { vapidKey: config.vapidKey, serviceWorkerRegistration });
}

/** Revokes the registration at Google, if this page made or renewed it. */
export async function forgetFcm(): Promise<void> {
  if (messaging) await deleteToken(messaging);
}
