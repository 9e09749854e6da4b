import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SERVICES } from '@inkling/contracts';
import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';
import { OWNER_LABEL, images, removeForgottenContainers } from './engine.js';

const INFRA = join(import.meta.dirname, '../../../../infra');
const START_MS = 60_000;
const NOT_ROOT = '1000:1000';
const PORTS = { postgres: 5432, nats: 4222, natsMonitoring: 8222, s3: 9000 };

/** PostgreSQL, NATS and the S3 store in containers, set up by the files that docker-compose.yml gives them. */
export interface Servers {
  /** Of a service's own role. */
  databaseUrl(service: string): string;
  readonly natsUrl: string;
  /** The password of a NATS user: a service, `gateway` or `admin`. */
  natsPassword(user: string): string;
  readonly s3: { readonly endpoint: string; readonly accessKey: string; readonly secretKey: string };
  /** Ends and removes the containers. */
  stop(): Promise<void>;
}

/**
 * Starts all three at once.
 * @throws when one does not become ready; the others are removed again
 */
export async function startServers(): Promise<Servers> {
  // Instead of Ryuk, which needs another image, `stop` or the next start removes them.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  removeForgottenContainers();
  const secret = randomBytes(16).toString('hex');
  const started = await Promise.allSettled([startPostgres(secret), startNats(secret), startS3(secret)]);
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((container) => container.stop({ timeout: 0, remove: true, removeVolumes: true })));
  };
  const failure = started.find((one) => one.status === 'rejected');
  const [postgres, nats, s3] = running;
  if (failure || !postgres || !nats || !s3) {
    await stop();
    throw failure?.reason;
  }
  try {
    await prepareDatabase(postgres, secret);
  } catch (error) {
    await stop();
    throw error;
  }
  const at = (container: StartedTestContainer, port: number): string =>
    `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    databaseUrl: (service) => `postgres://inkling_${service}:${secret}@${at(postgres, PORTS.postgres)}/inkling`,
    natsUrl: `nats://${at(nats, PORTS.nats)}`,
    natsPassword: (user) => passwordOf(user, secret),
    s3: { endpoint: `http://${at(s3, PORTS.s3)}`, accessKey: 'inkling', secretKey: secret },
    stop,
  };
}

const passwordOf = (user: string, secret: string): string => `${user}-${secret}`;

function startPostgres(secret: string): Promise<StartedTestContainer> {
  return new GenericContainer(images().POSTGRES_IMAGE)
    .withEnvironment({
      POSTGRES_USER: 'inkling',
      POSTGRES_DB: 'inkling',
      POSTGRES_PASSWORD_FILE: '/run/secrets/postgres-password',
    })
    .withCopyContentToContainer([{ content: secret, target: '/run/secrets/postgres-password', mode: 0o444 }])
    .withCopyDirectoriesToContainer([{ source: join(INFRA, 'postgres'), target: '/sql' }])
    .withCommand(['postgres', '-cfsync=off', '-cio_method=sync', '-cmax_connections=150'])
    .withExposedPorts(PORTS.postgres)
    .withHealthCheck({
      test: ['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'inkling', '-d', 'inkling', '-q'],
      interval: 250,
      timeout: 3_000,
      retries: 200,
    })
    .withWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(START_MS)
    .withLabels({ [OWNER_LABEL]: String(process.pid) })
    .start();
}

/** Roles and schemas, by the job that compose runs. */
async function prepareDatabase(postgres: StartedTestContainer, secret: string): Promise<void> {
  const passwords = Object.fromEntries(
    SERVICES.map((service) => [`DATABASE_PASSWORD_${service.toUpperCase()}`, secret]),
  );
  const { exitCode, output } = await postgres.exec(['sh', '/sql/prepare.sh'], {
    env: { PGHOST: '127.0.0.1', PGUSER: 'inkling', PGDATABASE: 'inkling', PGPASSWORD: secret, ...passwords },
  });
  if (exitCode !== 0) throw new Error(`prepare.sh ended with ${exitCode}: ${output}`);
}

function startNats(secret: string): Promise<StartedTestContainer> {
  const passwords = Object.fromEntries(
    ['gateway', 'admin', ...SERVICES].map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, passwordOf(user, secret)]),
  );
  return new GenericContainer(images().NATS_IMAGE)
    .withUser(NOT_ROOT)
    .withEnvironment(passwords)
    .withCopyFilesToContainer(
      ['nats.conf', 'permissions.conf'].map((file) => ({
        source: join(INFRA, 'nats', file),
        target: `/etc/nats/${file}`,
        mode: 0o444,
      })),
    )
    .withCommand(['-c', '/etc/nats/nats.conf'])
    .withTmpFs({ '/data': 'rw,mode=1777' })
    .withExposedPorts(PORTS.nats, PORTS.natsMonitoring)
    .withWaitStrategy(Wait.forHttp('/healthz', PORTS.natsMonitoring))
    .withStartupTimeout(START_MS)
    .withLabels({ [OWNER_LABEL]: String(process.pid) })
    .start();
}

function startS3(secret: string): Promise<StartedTestContainer> {
  return new GenericContainer(images().S3_IMAGE)
    .withUser(NOT_ROOT)
    .withEnvironment({ MINIO_ROOT_USER: 'inkling', MINIO_ROOT_PASSWORD: secret, MINIO_UPDATE: 'off' })
    .withCommand(['server', '/data', '--address', `:${PORTS.s3}`])
    .withTmpFs({ '/data': 'rw,mode=1777', '/tmp': 'rw,mode=1777' })
    .withExposedPorts(PORTS.s3)
    .withWaitStrategy(Wait.forHttp('/minio/health/ready', PORTS.s3))
    .withStartupTimeout(START_MS)
    .withLabels({ [OWNER_LABEL]: String(process.pid) })
    .start();
}
