import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open as openFile, readdir, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'minio';
import { LaunchFailure, codeOf, reasonOf } from '../local/failure.mjs';

/** As the gateway names them. */
const KEY = /^[A-Za-z0-9_-]{22,64}\.(jpg|png|gif|webp|mp4|webm)$/;
const GONE = ['ENOENT', 'NoSuchKey', 'NotFound'];
const SILENCE_MS = 30_000;
const REMOVED_AT_ONCE = 1_000;

export type Environment = Record<string, string | undefined>;

/** Where objects are: a folder with subfolders by the first two characters of keys, or a bucket. */
export interface Objects {
  /** For messages. */
  name: string;
  keys: () => AsyncIterable<string>;
  /** Fails with an error that `isGone` knows. */
  read: (key: string) => Promise<Readable>;
  /** Stores an object of `size` bytes whole or not at all. */
  write: (key: string, open: () => Readable, size: number) => Promise<void>;
  remove: (keys: string[]) => Promise<void>;
}

export const isGone = (error: unknown) => GONE.includes(codeOf(error) ?? '');

/** @throws {LaunchFailure} when they cannot be reached */
export async function checkObjects(objects: Objects) {
  try {
    for await (const _key of objects.keys()) break;
  } catch (cause) {
    throw new LaunchFailure(`${objects.name} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}

/**
 * Objects where the gateway's variables say that they are.
 * @param folder where there is no S3_ENDPOINT
 */
export function objectsFrom(env: Environment, folder: string): Objects {
  return env.S3_ENDPOINT ? bucketOfObjects(env.S3_ENDPOINT, env) : folderOfObjects(folder);
}

export function folderOfObjects(root: string): Objects {
  const folderOf = (key: string) => join(root, key.slice(0, 2));
  const fileOf = (key: string) => join(folderOf(key), key);
  return {
    name: root,
    keys: async function* () {
      for (const shard of await entriesOf(root)) {
        if (/^[A-Za-z0-9_-]{2}$/.test(shard))
          yield* (await readdir(join(root, shard))).filter((name) => KEY.test(name) && name.startsWith(shard));
      }
    },
    read: async (key) => (await openFile(fileOf(key))).createReadStream(),
    write: async (key, open) => {
      await mkdir(folderOf(key), { recursive: true });
      const draft = join(folderOf(key), `.partial-${randomBytes(8).toString('hex')}`);
      try {
        await pipeline(open(), createWriteStream(draft, { flags: 'wx', flush: true }));
        await rename(draft, fileOf(key));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    remove: async (keys) => {
      for (const key of keys) await rm(fileOf(key), { force: true });
    },
  };
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function bucketOfObjects(endpoint: string, env: Environment): Objects {
  const [bucket, region] = [env.S3_BUCKET || 'inkling-media', env.S3_REGION || 'us-east-1'];
  const { protocol, hostname, port } = new URL(endpoint);
  const secure = protocol === 'https:';
  const client = new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    useSSL: secure,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    region,
    transportAgent: new (secure ? https : http).Agent({ keepAlive: true, maxSockets: 8, timeout: SILENCE_MS }),
  });
  return {
    name: `${endpoint}/${bucket}`,
    keys: async function* () {
      if (!(await client.bucketExists(bucket))) return;
      for await (const { name } of client.listObjectsV2(bucket, '', true)) if (name && KEY.test(name)) yield name;
    },
    read: (key) => client.getObject(bucket, key),
    write: async (key, open, size) => {
      if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region);
      await client.putObject(bucket, key, open(), size);
    },
    remove: async (keys) => {
      for (let start = 0; start < keys.length; start += REMOVED_AT_ONCE)
        await client.removeObjects(bucket, keys.slice(start, start + REMOVED_AT_ONCE));
    },
  };
}
