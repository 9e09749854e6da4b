import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACCESS_COOKIE,
  authRpc,
  pollsRpc,
  type ErrorCode,
  type RpcContract,
  type StoredMedia,
} from '@inkling/contracts';
import { ApiError, encodeFailure, encodeReply, Nats, type ServiceDefinition } from '@inkling/platform';
import { startStack, type Stack } from '@inkling/testing';
import { gateway } from '../index.js';
import { accessToken, SESSION_SECRET } from '../session/access-token.spec-support.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly json: { message?: string; code?: string; media?: string } & Record<string, unknown>;
}

export interface UploadOptions {
  readonly name?: string;
  readonly type?: string;
  readonly field?: string;
  readonly userId?: number;
  readonly fields?: Record<string, string>;
  /** Address that the upload comes from, as a trusted proxy tells it. */
  readonly network?: string;
}

const WINDOW_END = '2026-11-22T22:00:00.000Z';

/** A gateway with its uploads, on real NATS and a real disk; what polls and auth would answer is said by the spec. */
export class UploadsGateway {
  /** What polls and auth were asked, in order. */
  readonly created: { question?: string; media?: StoredMedia }[] = [];
  readonly saved: { username?: string; profilePicture?: string }[] = [];
  /** Users whose uploads count. */
  readonly counted: number[] = [];
  /** Paths that polls and auth own. */
  readonly owned = new Set<string>();
  /** What polls answers to a question instead of success. */
  readonly failures = new Map<unknown, ErrorCode>();
  /** What polls waits for before it answers to a question. */
  readonly held = new Map<unknown, () => Promise<void>>();

  private constructor(
    readonly stack: Stack,
    readonly services: Nats,
    /** Of stored objects and of files that arrive. */
    readonly folder: string,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<UploadsGateway> {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-uploads-'));
    const stack = await startStack({
      services: [gateway as unknown as ServiceDefinition],
      env: {
        HTTP_PORT: '0',
        SESSION_SECRET,
        WEB_ROOT: 'none',
        MEDIA_DIR: join(folder, 'media'),
        MEDIA_TEMP_DIR: join(folder, 'arriving'),
        ...env,
      },
    });
    const services = await Nats.connect({ servers: stack.nats.url, name: 'services-double' });
    const self = new UploadsGateway(stack, services, folder);
    await self.#answerCalls();
    return self;
  }

  /** Another one after each start. */
  get port(): number {
    return (this.stack.service('gateway').app.getHttpServer().address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await this.services.connection.close();
    await this.stack.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Answers calls of a contract; nothing is answered while `reply` returns nothing. */
  answer(contract: RpcContract, reply: (request: Record<string, unknown>) => object | undefined): () => void {
    const subscription = this.services.connection.subscribe(contract.subject, {
      callback: (_error, message) => {
        const { d } = JSON.parse(Buffer.from(message.data).toString()) as { d: Record<string, unknown> };
        const failure = this.failures.get(d['question']);
        const body = failure ? undefined : reply(d);
        const respond = (): void => {
          if (failure) message.respond(encodeFailure(new ApiError(failure)));
          else if (body) message.respond(encodeReply(body));
        };
        const held = this.held.get(d['question']);
        if (held) void held().then(respond);
        else respond();
      },
    });
    return () => subscription.unsubscribe();
  }

  async #answerCalls(): Promise<void> {
    this.answer(pollsRpc.takeUpload, ({ userId }) => {
      this.counted.push(Number(userId));
      return { endsAt: WINDOW_END };
    });
    this.answer(pollsRpc.giveBackUpload, ({ userId, endsAt }) => {
      if (endsAt === WINDOW_END) this.counted.splice(this.counted.indexOf(Number(userId)), 1);
      return {};
    });
    this.answer(pollsRpc.create, (request) => {
      this.created.push(request);
      const media = (request['media'] as StoredMedia | undefined)?.path;
      if (media) this.owned.add(media);
      for (const { path } of (request['optionImages'] as StoredMedia[] | undefined) ?? []) this.owned.add(path);
      return { id: this.created.length, question: request['question'], media: media ?? null };
    });
    this.answer(authRpc.saveProfile, (request) => {
      this.saved.push(request);
      const profilePicture = (request['profilePicture'] as string | undefined) ?? null;
      if (profilePicture) this.owned.add(profilePicture);
      const account = {
        id: 1,
        email: 'a@example.org',
        emailVerified: true,
        name: 'Ada',
        username: 'ada',
        profilePicture,
        hasCompletedProfile: true,
        role: 'member',
        version: 2,
      };
      return { account, accessToken: accessToken(), accessExpiresAt: new Date(Date.now() + 60_000).toISOString() };
    });
    const used = (request: Record<string, unknown>) => ({
      paths: (request['paths'] as string[]).filter((path) => this.owned.has(path)),
    });
    this.answer(pollsRpc.usedMedia, used);
    this.answer(authRpc.usedPictures, used);
    await this.services.connection.flush();
  }

  cookie(userId = 1, profile = true): string {
    return `${ACCESS_COOKIE}=${accessToken({ sub: userId, profile })}`;
  }

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      ...init,
      headers: { cookie: this.cookie(), ...(init.headers as Record<string, string>) },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const json = response.headers.get('content-type')?.startsWith('application/json')
      ? (JSON.parse(bytes.toString()) as Answer['json'])
      : {};
    return { status: response.status, headers: response.headers, bytes, json };
  }

  /** Creates a poll with a file, as a browser does. */
  upload(bytes: Buffer, options: UploadOptions = {}): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(options.fields ?? { question: 'Which?', options: '["A","B"]' }))
      form.set(name, value);
    const network = options.network === undefined ? {} : { 'x-forwarded-for': options.network };
    form.set(
      options.field ?? 'media',
      new Blob([new Uint8Array(bytes)], { type: options.type ?? 'image/jpeg' }),
      options.name ?? 'picture.jpg',
    );
    return this.send('/api/polls', {
      method: 'POST',
      body: form,
      headers: { cookie: this.cookie(options.userId ?? 1), ...network },
    });
  }

  /** Names of all stored objects. */
  async objects(): Promise<string[]> {
    const found = await readdir(join(this.folder, 'media'), { recursive: true }).catch(() => []);
    return found
      .filter((name) => name.includes('.') && !name.endsWith('~'))
      .map((name) => name.slice(name.lastIndexOf('/') + 1));
  }

  /** Names of files that are arriving or being worked on. */
  async arriving(): Promise<string[]> {
    const found = await readdir(join(this.folder, 'arriving')).catch(() => []);
    return found.filter((name) => !name.endsWith('~'));
  }
}
