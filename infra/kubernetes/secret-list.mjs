import { randomBytes } from 'node:crypto';
import webPush from 'web-push';
import { randomSecret } from '../secrets/variables.mts';

export const SERVICES = ['auth', 'polls', 'social', 'notifications', 'search', 'insights'];

/**
 * A Secret that the manifests of k8s/ name.
 * @typedef {object} SecretEntry
 * @property {string} name
 * @property {string} holds
 * @property {string[]} keys
 * @property {'generated' | 'given' | 'operator'} from `given`: only the person knows it, and the feature is off
 *   without;
 *   `operator`: made in the cluster, by CloudNativePG or whoever runs the database
 * @property {string} [type]
 * @property {() => Record<string, string>} [make] new values for all keys
 */

/** @type {SecretEntry[]} */
export const SECRETS = [
  {
    name: 'inkling-session',
    holds: 'what signs sessions',
    keys: ['SESSION_SECRET'],
    from: 'generated',
    make: () => ({ SESSION_SECRET: randomSecret() }),
  },
  nats(),
  ...SERVICES.map(database),
  {
    name: 'inkling-s3',
    holds: 'access to the bucket of media',
    keys: ['S3_ACCESS_KEY', 'S3_SECRET_KEY'],
    from: 'generated',
    make: () => ({ S3_ACCESS_KEY: `inkling-${randomBytes(6).toString('hex')}`, S3_SECRET_KEY: randomSecret() }),
  },
  {
    name: 'inkling-web-push',
    holds: 'the VAPID keys of Web Push',
    keys: ['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY'],
    from: 'generated',
    make: vapidKeys,
  },
  {
    name: 'inkling-probe',
    holds: "the password of the probe's account",
    keys: ['PROBE_PASSWORD'],
    from: 'generated',
    make: () => ({ PROBE_PASSWORD: randomSecret() }),
  },
  {
    name: 'inkling-alerts',
    holds: 'the webhook and the mail server of alerts',
    keys: ['WEBHOOK_URL', 'SMTP_PASSWORD'],
    from: 'given',
  },
  { name: 'inkling-mail', holds: 'the mail server', keys: ['SMTP_URL'], from: 'given' },
  { name: 'inkling-openai', holds: 'the key of Deep Dive', keys: ['OPENAI_API_KEY'], from: 'given' },
  {
    name: 'inkling-firebase',
    holds: 'the service account of Google sign-in and FCM, as JSON',
    keys: ['FIREBASE_SERVICE_ACCOUNT'],
    from: 'given',
  },
  {
    name: 'inkling-backup',
    holds: 'access to the bucket of backups',
    keys: ['BACKUP_ACCESS_KEY', 'BACKUP_SECRET_KEY'],
    from: 'given',
  },
  { name: 'inkling-tls', holds: "the host's certificate", keys: ['tls.crt', 'tls.key'], from: 'operator' },
  {
    name: 'inkling-postgres-superuser',
    holds: 'an owner that may make roles and schemas',
    keys: ['username', 'password'],
    from: 'operator',
  },
  { name: 'inkling-postgres-ca', holds: "what signed the database's certificate", keys: ['ca.crt'], from: 'operator' },
];

function nats() {
  const keys = [
    ...['gateway', ...SERVICES, 'admin'].map((user) => `NATS_PASSWORD_${user.toUpperCase()}`),
    'NATS_CLUSTER_PASSWORD',
  ];
  return {
    name: 'inkling-nats',
    holds: "every NATS user's password",
    keys,
    from: /** @type {const} */ ('generated'),
    make: () => Object.fromEntries(keys.map((key) => [key, randomSecret()])),
  };
}

/** As CloudNativePG wants a role's password. */
function database(service) {
  return {
    name: `inkling-postgres-${service}`,
    holds: `the database role of ${service}`,
    type: 'kubernetes.io/basic-auth',
    keys: ['username', 'password'],
    from: /** @type {const} */ ('generated'),
    make: () => ({ username: `inkling_${service}`, password: randomSecret() }),
  };
}

function vapidKeys() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey };
}
