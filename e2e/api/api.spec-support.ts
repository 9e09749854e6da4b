import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { withWork } from '@inkling/platform/solve-work';
import { adminRpc, type Poll, type User } from '@inkling/contracts';
import { service as auth } from '@inkling/auth';
import { service as community } from '@inkling/community';
import { service as insights } from '@inkling/insights';
import { service as notifications } from '@inkling/notifications';
import { service as polls } from '@inkling/polls';
import { service as search } from '@inkling/search';
import { service as social } from '@inkling/social';
import { gateway } from '@inkling/gateway';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, or an empty object if it is not JSON. */
  readonly body: T;
}

/**
 * An HTTP client with a cookie jar. It sends none of the headers that browsers add, unless they are given. Like the web
 * application it does the work that an answer asks for, and sends the request once more.
 */
export class Client {
  readonly cookies = new Map<string, string>();

  constructor(readonly origin: string) {}

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request; `body` goes as JSON unless it is text or a form. */
  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const raw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...(this.cookies.size > 0 ? { cookie: this.cookieHeader } : {}),
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as string }),
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(cookie)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    let parsed: unknown = {};
    try {
      parsed = JSON.parse(text);
    } catch {
      // Not every answer is JSON.
    }
    const again = raw ? undefined : await withWork(this.origin, path, body, (parsed as { code?: unknown }).code);
    if (again) return this.send<T>(method, path, again, headers);
    return { status: response.status, headers: response.headers, text, body: parsed as T };
  }

  get = <T = Record<string, unknown>>(path: string, headers?: Record<string, string>) =>
    this.send<T>('GET', path, undefined, headers);
  post = <T = Record<string, unknown>>(path: string, body: unknown = {}, headers?: Record<string, string>) =>
    this.send<T>('POST', path, body, headers);
}

export interface Person extends Client {
  readonly user: User;
}

/** For runs that take longer than an access token lasts: a client does not renew it by itself. */
export const LONG_SESSIONS = { AUTH_ACCESS_TOKEN_SECONDS: '3600' };

let people = 0;
/** The services that have a database. */
const OWNERS = [auth, polls, social, notifications, search, insights, community];

/** The whole product without the browser: every service, and the gateway on a port of its own. */
export class Api {
  private constructor(
    readonly stack: Stack,
    readonly origin: string,
    /** Where uploaded media is kept. */
    readonly mediaFolder: string,
    private readonly mails: boolean,
  ) {}

  /** @param server superuser's URL of a PostgreSQL; default: the one that tests share */
  static async start(env: NodeJS.ProcessEnv = {}, server?: string): Promise<Api> {
    const mediaFolder = await mkdtemp(join(tmpdir(), 'inkling-media-'));
    const stack = await startStack({
      services: [...OWNERS, gateway],
      server,
      env: {
        AUTH_SIGNUPS_PER_IP: '100000',
        POW_DIFFICULTY: '2',
        HTTP_PORT: '0',
        WEB_ROOT: 'none',
        MEDIA_DIR: mediaFolder,
        ...env,
      },
    });
    const { port } = stack.service('gateway').app.getHttpServer().address() as AddressInfo;
    return new Api(stack, `http://127.0.0.1:${port}`, mediaFolder, env['SMTP_URL'] !== undefined);
  }

  client(): Client {
    return new Client(this.origin);
  }

  /** A signed-in user who may vote: with a complete profile and, where the server sends mail, a confirmed address. */
  async person(name = 'Noor Haddad'): Promise<Person> {
    // Ends with a letter, so that no other one begins with it.
    const unique = `n${Date.now().toString(36)}${people++}n`;
    const client = this.client();
    await expectStatus(
      client.post('/api/auth/signup', { email: `${unique}@example.org`, password: 'correct horse' }),
      201,
    );
    const profile = await expectStatus(client.post<User>('/api/users/create-profile', { name, username: unique }), 200);
    if (this.mails)
      await this.stack.sql('auth', 'update accounts set email_verified = true where id = $1', [profile.body.id]);
    return Object.assign(client, { user: profile.body });
  }

  /** A person with a role. */
  async operator(name = 'Mika Operator', role: 'moderator' | 'administrator' = 'administrator'): Promise<Person> {
    const person = await this.person(name);
    await this.giveRole(person, role);
    return person;
  }

  /** Gives a person a role. The session stays, and its next access token has the role. */
  async giveRole(person: Person, role: 'moderator' | 'administrator'): Promise<void> {
    await this.stack.rpc.call(adminRpc.setRole, { user: String(person.user.id), role });
    await eventually(async () => {
      await person.post('/api/auth/refresh-session', {});
      return (await person.get('/api/admin/cases')).status === 200;
    });
  }

  async poll(author: Client, fields: Record<string, unknown> = {}): Promise<Poll> {
    const created = await expectStatus(
      author.post<Poll>('/api/polls', {
        question: 'Night train or early flight?',
        options: ['Night train', 'Early flight', 'Stay at home'],
        ...fields,
      }),
      201,
    );
    return created.body;
  }

  /** @throws when a service has given up on an event, which no answer would show */
  async stop(): Promise<void> {
    const services = OWNERS.map(({ name }) => name);
    const givenUp = await Promise.all(
      services.map((service) =>
        this.stack.sql(service, `select consumer, error from dead_letters where consumer <> 'spec'`),
      ),
    );
    await this.stack.stop();
    await rm(this.mediaFolder, { recursive: true, force: true });
    if (givenUp.flat().length > 0) throw new Error(`Given up on: ${JSON.stringify(givenUp.flat())}`);
  }
}

type AfterGroup = (end: () => Promise<void>) => void;
/** Of a group of spec files (`infra/test/declare-specs.mts`); undefined for a file that runs alone. */
const afterGroup = () => (globalThis as { [key: symbol]: AfterGroup | undefined })[Symbol.for('inkling.after-group')];

let shared: Promise<Api> | undefined;
async function stopShared(): Promise<void> {
  const api = await shared;
  shared = undefined;
  await api?.stop();
}

/**
 * One product for all spec files of a group that call this, which `npm test` puts into the same group. For files that
 * make their own people and polls, change no setting of the instance, and start again what they stop.
 */
export const shareApi = (): { start: () => Promise<Api>; stop: () => Promise<void> } => ({
  start: () => {
    if (!shared) afterGroup()?.(stopShared);
    return (shared ??= Api.start({ AUTH_REFRESH_GRACE_MS: '4000' }));
  },
  stop: async () => {
    if (!afterGroup()) await stopShared();
  },
});

export async function expectStatus<T>(answer: Promise<Answer<T>>, status: number): Promise<Answer<T>> {
  const given = await answer;
  if (given.status !== status) throw new Error(`Expected ${status}, got ${given.status}: ${given.text.slice(0, 500)}`);
  return given;
}
