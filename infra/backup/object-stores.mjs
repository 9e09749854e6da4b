import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open as openFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';

/** As the gateway names them. */
const KEY = /^[A-Za-z0-9_-]{22,64}\.(jpg|png|gif|webp|mp4|webm)$/;
const GONE = new Set(['ENOENT', 'NoSuchKey', 'NotFound']);
const SILENCE_MS = 30_000;

/** @param {unknown} error */
export const isGone = (error) => GONE.has(error?.code);

/** @param {Objects} objects @throws {LaunchFailure} when they cannot be reached */
export async function checkObjects(objects) {
  try {
    for await (const _key of objects.keys()) break;
  } catch (cause) {
    throw new LaunchFailure(`${objects.name} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}

async function entriesOf(folder) {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/**
 * Where objects lie: a folder with subfolders by the first two characters of keys, or a bucket.
 * @typedef {object} Objects
 * @property {() => AsyncIterable<string>} keys
 * @property {(key: string) => Promise<import('node:stream').Readable>} read fails with an error that isGone() knows
 * @property {(key: string, open: () => import('node:stream').Readable, size: number) => Promise<void>} write whole or
 *   not at all
 * @property {(keys: string[]) => Promise<void>} remove
 * @property {string} name for people
 */

/**
 * @param {string} root
 * @returns {Objects}
 */
export function folderOfObjects(root) {
  const fileOf = (key) => join(root, key.slice(0, 2), key);
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
      await mkdir(join(root, key.slice(0, 2)), { recursive: true });
      const draft = join(root, key.slice(0, 2), `.partial-${randomBytes(8).toString('hex')}`);
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

/**
 * Objects as the gateway's variables say where they are.
 * @param {Record<string, string | undefined>} env
 * @param {string} folder where there is no S3_ENDPOINT
 * @returns {Promise<Objects>}
 */
export async function objectsFrom(env, folder) {
  if (!env.S3_ENDPOINT) return folderOfObjects(folder);
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = env;
  const [bucket, region] = [env.S3_BUCKET || 'inkling-media', env.S3_REGION || 'us-east-1'];
  return bucketOfObjects({ endpoint, bucket, accessKey, secretKey, region });
}

/**
 * @param {{ endpoint: string, bucket: string, accessKey: string, secretKey: string, region: string }} settings
 * @returns {Promise<Objects>}
 */
export async function bucketOfObjects({ endpoint, bucket, accessKey, secretKey, region }) {
  const [{ Client }, http, https] = await Promise.all([import('minio'), import('node:http'), import('node:https')]);
  const { protocol, hostname, port } = new URL(endpoint);
  const secure = protocol === 'https:';
  const transportAgent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: 8, timeout: SILENCE_MS });
  const client = new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    useSSL: secure,
    accessKey,
    secretKey,
    region,
    transportAgent,
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
      for (let start = 0; start < keys.length; start += 1_000)
        await client.removeObjects(bucket, keys.slice(start, start + 1_000));
    },
  };
}
