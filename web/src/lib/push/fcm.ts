import { initializeApp } from 'firebase/app';
import { deleteToken, getMessaging, getToken, isSupported, type Messaging } from 'firebase/messaging';
import { WORKER_PATH } from '../pwa/service-worker';
import type { FcmConfig } from './push-way';

/** A name of its own: sign-in with Google has the unnamed one. */
const APP = 'push';

let messaging: Messaging | null = null;

async function open(config: FcmConfig): Promise<Messaging> {
  if (!(await isSupported())) throw new Error('This browser has not what FCM needs');
  return (messaging ??= getMessaging(initializeApp(config, APP)));
}

/**
 * This device's registration token of FCM. It subscribes with the worker that shows what arrives by Web Push, too: the
 * messages of both look alike to it. A token that Google has replaced comes back as the new one.
 * @throws Error when the browser or Google refuses
 */
export async function fcmToken(config: FcmConfig): Promise<string> {
  const serviceWorkerRegistration = await navigator.serviceWorker.register(WORKER_PATH);
  await navigator.serviceWorker.ready;
  return getToken(await open(config), { vapidKey: config.vapidKey, serviceWorkerRegistration });
}

/** Takes the registration back at Google, where this page has made or renewed it. */
export async function forgetFcm(): Promise<void> {
  if (messaging) await deleteToken(messaging);
}
