import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest, type AgentOptions, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import { ApiError, NotReady } from '@inkling/platform';
import { Client } from 'minio';
import type { ByteRange, ListedObject, ObjectStore, StoredObject } from './object-store.js';

export interface S3Settings {
  /** URL of the server. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** A connection without traffic for this time is destroyed. Default 15 seconds. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 15_000;
const SIGNED_FOR_SECONDS = 300;
/** Bytes of a stream that are held and sent together; ten thousand of them are the largest object. */
const PART_BYTES = 8 * 1024 * 1024;
/** Each readiness check overwrites this object. No upload has such a name, so the sweep leaves it alone. */
const READY_KEY = 'ready.txt';
const READY_TEXT = 'ok';
/** Messages to the operator, by the code of a refused write. */
const WORDS: Readonly<Record<string, string>> = {
  AccessDenied: 'access denied',
  XMinioStorageFull: 'disk full',
  InsufficientStorage: 'disk full',
  QuotaExceeded: 'quota used up',
  XMinioAdminBucketQuotaExceeded: 'quota used up',
  InvalidAccessKeyId: 'keys refused',
  SignatureDoesNotMatch: 'keys refused',
  NoSuchBucket: 'bucket missing',
};
const MISSING = new Set(['NoSuchKey', 'NotFound']);

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';

/** Objects in a private bucket of an S3-compatible server, which is created if it is missing and the keys allow it. */
export class S3Store implements ObjectStore {
  readonly #logger = new Logger(S3Store.name);
  readonly #client: Client;
  readonly #agent: HttpAgent;
  readonly #bucket: string;
  readonly #region: string;
  readonly #secure: boolean;
  #ready: Promise<void> | undefined;

  constructor(settings: S3Settings) {
    const { protocol, hostname, port } = new URL(settings.endpoint);
    this.#secure = protocol === 'https:';
    this.#bucket = settings.bucket;
    this.#region = settings.region;
    this.#agent = agentWithTimeout(this.#secure, settings.silenceMs ?? SILENCE_MS);
    this.#client = new Client({
      endPoint: hostname.replace(/^\[|\]$/g, ''),
      ...(port === '' ? {} : { port: Number(port) }),
      useSSL: this.#secure,
      accessKey: settings.accessKey,
      secretKey: settings.secretKey,
      // Without it the client asks the server first.
      region: settings.region,
      transportAgent: this.#agent,
      partSize: PART_BYTES,
    });
  }

  async expectRoom(): Promise<void> {
    try {
      await (this.#ready ??= this.#ensureBucket());
      await this.#client.putObject(this.#bucket, READY_KEY, READY_TEXT, READY_TEXT.length, {
        'content-type': 'text/plain',
      });
    } catch (cause) {
      // The bucket may be gone, so the next call looks for it again.
      this.#ready = undefined;
      throw new NotReady(WORDS[codeOf(cause)] ?? 'unavailable', { cause });
    }
  }

  async put(key: string, file: string, contentType: string): Promise<void> {
    await this.#attempt(async () => {
      const { size } = await stat(file);
      // The client's upload holds a whole part in memory. A signed URL takes a stream in one request.
      const url = await this.#client.presignedPutObject(this.#bucket, key, SIGNED_FOR_SECONDS);
      await this.#upload(url, file, { 'content-type': contentType, 'content-length': size });
    });
  }

  async write(key: string, source: Readable, contentType: string): Promise<void> {
    // The client does not notice an error of its source and would wait for ever.
    const broken = new Promise<never>((_, reject) => source.once('error', reject));
    broken.catch(() => undefined);
    try {
      await this.#attempt(() =>
        Promise.race([
          this.#client.putObject(this.#bucket, key, source, undefined, { 'content-type': contentType }),
          broken,
        ]),
      );
    } catch (error) {
      await this.#client.removeIncompleteUpload(this.#bucket, key).catch(() => undefined);
      throw error;
    } finally {
      source.destroy();
    }
  }

  async head(key: string): Promise<StoredObject | undefined> {
    return this.#attempt(async () => {
      const { size, lastModified } = await this.#client.statObject(this.#bucket, key);
      return { size, modifiedAt: lastModified };
    });
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.#attempt(() =>
      range
        ? this.#client.getPartialObject(this.#bucket, key, range.start, range.end - range.start + 1)
        : this.#client.getObject(this.#bucket, key),
    );
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#attempt(async () => {
      const failed = (await this.#client.removeObjects(this.#bucket, [...keys])).filter(
        (answer) => answer?.Error && !MISSING.has(String(answer.Error.Code)),
      );
      if (failed.length > 0)
        throw new Error(`${failed.length} objects could not be removed: ${String(failed[0]?.Error?.Code)}`);
    });
  }

  async list(limit: number, cursor = ''): Promise<{ objects: ListedObject[]; cursor?: string }> {
    const page = await this.#attempt(() => this.#client.listObjectsV2Query(this.#bucket, '', '', '', limit, cursor));
    const objects = (page?.objects ?? []).flatMap(({ name, lastModified }) =>
      name && lastModified ? [{ key: name, modifiedAt: new Date(lastModified) }] : [],
    );
    const last = objects.at(-1);
    return page?.isTruncated && last ? { objects, cursor: last.key } : { objects };
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  /** Undefined if the object is missing. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      await (this.#ready ??= this.#ensureBucket());
      return await work();
    } catch (cause) {
      if (MISSING.has(codeOf(cause))) return undefined;
      // The bucket may be gone, so the next call looks for it again.
      this.#ready = undefined;
      this.#logger.warn(`The S3 server cannot be used: ${codeOf(cause)} ${(cause as Error).message}`);
      throw new ApiError('unavailable', { cause });
    }
  }

  async #ensureBucket(): Promise<void> {
    try {
      if (await this.#client.bucketExists(this.#bucket)) return;
      await this.#client.makeBucket(this.#bucket, this.#region);
    } catch (error) {
      // Another gateway created it first.
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
    }
  }

  async #upload(url: string, file: string, headers: Record<string, string | number>): Promise<void> {
    const request = (this.#secure ? httpsRequest : httpRequest)(url, { method: 'PUT', headers, agent: this.#agent });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      request.once('response', resolve).once('error', reject),
    );
    // An answer may come before everything has been sent; it counts then.
    const sent = pipeline(createReadStream(file), request).catch((error: unknown) => error);
    const answer = await answered.catch(async (error: unknown) => {
      await sent;
      throw error;
    });
    answer.resume();
    if (answer.statusCode !== 200) throw new Error(`PUT was answered ${answer.statusCode}`);
  }
}

type Connect = (options: never, callback?: never) => Duplex | null | undefined;

/**
 * Destroys a connection on which nothing has moved for `silenceMs`, from its first packet on. The S3 client itself
 * would wait for ever.
 */
function agentWithTimeout(secure: boolean, silenceMs: number): HttpAgent {
  const options: AgentOptions = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16, timeout: silenceMs };
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const open = agent.createConnection.bind(agent) as unknown as Connect;
  agent.createConnection = ((connection: never, callback?: never) => {
    const socket = open(connection, callback) as Socket | undefined;
    socket?.setTimeout(silenceMs, () => socket.destroy(new Error(`The S3 server was silent for ${silenceMs} ms`)));
    return socket;
  }) as unknown as typeof agent.createConnection;
  return agent;
}
