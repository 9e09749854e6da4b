import { ConfigError } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';
import { FcmSender } from './fcm-sender.js';
import type { PushSender, PushSenders } from './push-sender.js';
import { WebPushSender } from './web-push-sender.js';

/**
 * Opens the senders whose keys are configured, if any.
 * @throws ConfigError for an incomplete or invalid configuration; the message names variables, never values
 */
export async function openSenders(config: NotificationsConfig): Promise<PushSenders> {
  const opened: (PushSender | undefined)[] = [webPush(config), await fcm(config)];
  const senders = opened.filter((sender) => sender !== undefined);
  return new Map(senders.map((sender) => [sender.name, sender]));
}

function webPush(config: NotificationsConfig): WebPushSender | undefined {
  const {
    WEB_PUSH_PUBLIC_KEY: publicKey,
    WEB_PUSH_PRIVATE_KEY: privateKey,
    WEB_PUSH_CONTACT: contact,
    WEB_PUSH_HOSTS: hosts,
  } = config;
  if (publicKey === undefined && privateKey === undefined) return undefined;
  if (publicKey === undefined || privateKey === undefined || contact === undefined) {
    throw new ConfigError(
      'notifications: bad configuration. ' +
        'WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY and WEB_PUSH_CONTACT: are needed together',
    );
  }
  try {
    return new WebPushSender({ publicKey, privateKey, contact, hosts });
  } catch (cause) {
    throw new ConfigError(
      'notifications: bad configuration. ' +
        'WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY, WEB_PUSH_CONTACT or WEB_PUSH_HOSTS: ' +
        (cause as Error).message.split('\n')[0],
    );
  }
}

async function fcm(config: NotificationsConfig): Promise<FcmSender | undefined> {
  const { FIREBASE_SERVICE_ACCOUNT: serviceAccount, FIREBASE_PROJECT_ID: projectId } = config;
  // The project id alone does not allow sending; sign-in with Google needs it, too.
  const byDefault =
    projectId !== undefined && (config.GOOGLE_APPLICATION_CREDENTIALS !== undefined || config.FCM_APPLICATION_DEFAULT);
  if (serviceAccount === undefined && !byDefault) return undefined;
  try {
    return await FcmSender.open({
      ...(serviceAccount === undefined ? {} : { serviceAccount }),
      ...(projectId === undefined ? {} : { projectId }),
    });
  } catch {
    throw new ConfigError(
      'notifications: bad configuration. ' +
        'FIREBASE_SERVICE_ACCOUNT: is neither the JSON of a service account nor the path of a file with it',
    );
  }
}
