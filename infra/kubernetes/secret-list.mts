import { randomBytes } from 'node:crypto';
import { randomSecret, SERVICES, webPushKeys } from '../secrets/variables.mts';

/** A Secret that the manifests of k8s/ name. */
export interface SecretEntry {
  name: string;
  keys: string[];
  /**
   * `given`: only the operator knows it, and without it the feature is off.
   * `cluster`: made in the cluster, by CloudNativePG or by hand.
   */
  from: 'generated' | 'given' | 'cluster';
  type?: string;
  /** New values for all keys. */
  make?: () => Record<string, string>;
}

const generated = (name: string, ...keys: string[]): SecretEntry => ({
  name,
  keys,
  from: 'generated',
  make: () => Object.fromEntries(keys.map((key) => [key, randomSecret()])),
});
const given = (name: string, ...keys: string[]): SecretEntry => ({ name, keys, from: 'given' });
const ofCluster = (name: string, ...keys: string[]): SecretEntry => ({ name, keys, from: 'cluster' });

/** A role's password in the form that CloudNativePG requires. */
const database = (service: string): SecretEntry => ({
  ...generated(`inkling-postgres-${service}`, 'username', 'password'),
  type: 'kubernetes.io/basic-auth',
  make: () => ({ username: `inkling_${service}`, password: randomSecret() }),
});

export const SECRETS: readonly SecretEntry[] = [
  generated('inkling-session', 'SESSION_SECRET'),
  generated('inkling-work', 'POW_SECRET'),
  generated(
    'inkling-nats',
    ...['gateway', ...SERVICES, 'admin'].map((user) => `NATS_PASSWORD_${user.toUpperCase()}`),
    'NATS_CLUSTER_PASSWORD',
  ),
  ...SERVICES.map(database),
  {
    ...generated('inkling-s3', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'),
    make: () => ({ S3_ACCESS_KEY: `inkling-${randomBytes(6).toString('hex')}`, S3_SECRET_KEY: randomSecret() }),
  },
  {
    ...generated('inkling-web-push', 'WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY'),
    make: webPushKeys,
  },
  generated('inkling-probe', 'PROBE_PASSWORD'),
  given('inkling-alerts', 'WEBHOOK_URL', 'SMTP_PASSWORD'),
  given('inkling-mail', 'SMTP_URL'),
  given('inkling-openai', 'OPENAI_API_KEY'),
  given('inkling-firebase', 'FIREBASE_SERVICE_ACCOUNT'),
  given('inkling-backup', 'BACKUP_ACCESS_KEY', 'BACKUP_SECRET_KEY'),
  ofCluster('inkling-tls', 'tls.crt', 'tls.key'),
  ofCluster('inkling-postgres-superuser', 'username', 'password'),
  ofCluster('inkling-postgres-ca', 'ca.crt'),
];
