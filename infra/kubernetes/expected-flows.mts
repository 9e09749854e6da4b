/** Every connection that the NetworkPolicies of an overlay must allow, and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../local/paths.mjs';
import { SERVICES } from '../secrets/variables.mts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** The version as it stands in names of Jobs. */
export const RELEASE: string = version.replaceAll('.', '-');
const STREAMS = `streams-v${RELEASE}`;
const migration = (service: string) => `migrate-${service}-v${RELEASE}`;

const NAME_SERVER = 'namespace kube-system';
const APPLICATION = ['web', 'gateway', 'admin', STREAMS, ...SERVICES];
const INTERNET = ['internet', 'internet (v6)'];
const toInternet = (from: string, ports: number[]) =>
  INTERNET.flatMap((where) => ports.map((port) => `${from} -> ${where}:${port}`));

const common = [
  ...[...APPLICATION, ...SERVICES.map(migration), 'inkling-nats', 'inkling-postgres'].map(
    (pod) => `${pod} -> ${NAME_SERVER}:53`,
  ),
  'web -> gateway:8080',
  ...['gateway', 'admin', STREAMS, ...SERVICES].map((pod) => `${pod} -> inkling-nats:4222`),
  'inkling-nats -> inkling-nats:6222',
  ...SERVICES.flatMap((service) => [
    `${service} -> inkling-postgres:5432`,
    `${migration(service)} -> inkling-postgres:5432`,
  ]),
  'inkling-postgres -> inkling-postgres:5432',
  'inkling-postgres -> inkling-postgres:8000',
  // The API server and, with backups, the bucket.
  'inkling-postgres -> anywhere:443',
  'inkling-postgres -> anywhere:6443',
  'namespace cnpg-system -> inkling-postgres:5432',
  'namespace cnpg-system -> inkling-postgres:8000',
  ...toInternet('insights', [443, 465, 587]),
  ...toInternet('notifications', [443, 465, 587]),
];

export const EXPECTED_FLOWS: Record<'local' | 'production', string[]> = {
  local: [...common, 'anywhere -> web:8080', 'gateway -> object-store:9000', `object-store -> ${NAME_SERVER}:53`],
  production: [
    ...common,
    // The Gateway's nginx, and the controller that configures it.
    'anywhere -> inkling-nginx:80',
    'anywhere -> inkling-nginx:443',
    'inkling-nginx -> web:8080',
    'inkling-nginx -> namespace nginx-gateway:8443',
    `inkling-nginx -> ${NAME_SERVER}:53`,
    ...toInternet('gateway', [443]),
    'namespace monitoring -> gateway:9464',
    ...SERVICES.map((service) => `namespace monitoring -> ${service}:8080`),
    'namespace monitoring -> inkling-postgres:9187',
  ],
};
