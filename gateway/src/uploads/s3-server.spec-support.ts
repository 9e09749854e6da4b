import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@inkling/testing';

/** MinIO's last public version, as a Go module. */
const MODULE = 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c';
const TOOLS = join(process.cwd(), '.data/tools');
const BINARY = join(TOOLS, 'minio');
const BUILD_MS = 15 * 60_000;

export interface S3Server {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Ends the server; one that was there before goes on. */
  stop(): Promise<void>;
}

/**
 * A real S3 server can be had: one is named by S3_TEST_ENDPOINT (with S3_TEST_ACCESS_KEY and S3_TEST_SECRET_KEY), MinIO
 * has been built into .data/tools, or INKLING_TEST_S3=1 asks for that, which needs Go and takes minutes once.
 */
export const canHaveS3 = (): boolean =>
  Boolean(process.env['S3_TEST_ENDPOINT']) || process.env['INKLING_TEST_S3'] === '1' || existsSync(BINARY);

export async function startS3(): Promise<S3Server> {
  const endpoint = process.env['S3_TEST_ENDPOINT'];
  if (endpoint)
    return {
      endpoint,
      accessKey: process.env['S3_TEST_ACCESS_KEY'] ?? '',
      secretKey: process.env['S3_TEST_SECRET_KEY'] ?? '',
      stop: () => Promise.resolve(),
    };
  if (!existsSync(BINARY))
    await promisify(execFile)('go', ['install', '-trimpath', '-ldflags=-s -w', MODULE], {
      env: { ...process.env, GOBIN: TOOLS, CGO_ENABLED: '0' },
      timeout: BUILD_MS,
    });
  const data = await mkdtemp(join(tmpdir(), 'inkling-s3-'));
  const port = await freePort();
  const [accessKey, secretKey] = ['inkling-spec', 'inkling-spec-secret'];
  const server = spawn(
    BINARY,
    ['server', '--quiet', '--address', `127.0.0.1:${port}`, '--console-address', `127.0.0.1:${await freePort()}`, data],
    {
      env: {
        PATH: process.env['PATH'],
        HOME: data,
        MINIO_ROOT_USER: accessKey,
        MINIO_ROOT_PASSWORD: secretKey,
        MINIO_UPDATE: 'off',
        MINIO_CALLHOME_ENABLE: 'off',
        GOMAXPROCS: '2',
      },
      stdio: 'ignore',
    },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL');
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  try {
    await eventually(async () => (await fetch(`http://127.0.0.1:${port}/minio/health/ready`)).ok, {
      timeoutMs: 20_000,
      intervalMs: 100,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint: `http://127.0.0.1:${port}`, accessKey, secretKey, stop };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
