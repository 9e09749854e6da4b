import { useMemo } from 'react';
import type { FirebaseWebConfig, ServerConfig } from '@inkling/contracts';
import { useServerConfig } from '../server-config';
import { isFcmToken, subscribe, unsubscribe } from './web-push';

/** Firebase's configuration with all that messaging needs. */
export type FcmConfig = FirebaseWebConfig &
  Required<Pick<FirebaseWebConfig, 'appId' | 'messagingSenderId' | 'vapidKey'>>;

/** How this server reaches a browser: by Web Push with its own key, or through Firebase Cloud Messaging. */
export type PushWay = { kind: 'web-push'; key: string } | { kind: 'fcm'; config: FcmConfig };

const isWhole = (config: FirebaseWebConfig | null): config is FcmConfig =>
  Boolean(config?.appId && config.messagingSenderId && config.vapidKey);

/**
 * Web Push where the server has a key for it, since it needs no library; else FCM where both sides are set up; else
 * none.
 */
export function pushWayOf(config: Pick<ServerConfig, 'features' | 'firebase' | 'pushKey'>): PushWay | null {
  if (config.pushKey !== null) return { kind: 'web-push', key: config.pushKey };
  return config.features.push && isWhole(config.firebase) ? { kind: 'fcm', config: config.firebase } : null;
}

/** This server's way; null while unknown and where there is none. */
export function usePushWay(): PushWay | null {
  const config = useServerConfig();
  return useMemo(() => (config ? pushWayOf(config) : null), [config]);
}

/** Loads Firebase's library on demand. */
const firebase = () => import('./fcm');

/**
 * This device's token; subscribes the device if necessary. The permission must be granted.
 * @throws Error when the browser or its push service refuses
 */
export const subscribeBy = async (way: PushWay): Promise<string> =>
  way.kind === 'fcm' ? (await firebase()).fcmToken(way.config) : subscribe(way.key);

/**
 * Ends this device's subscription, of either kind.
 * @param token as registered, null when it was not
 */
export async function unsubscribeFrom(token: string | null): Promise<void> {
  // FCM finds its own record by the subscription, which is therefore ended last.
  if (token !== null && isFcmToken(token)) await (await firebase()).forgetFcm().catch(() => undefined);
  await unsubscribe();
}
