import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '@inkling/contracts';
import { EventStreams, Nats, startService, type RunningService, type ServiceDefinition } from '@inkling/platform';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import sharp from 'sharp';
import { eventually } from '../eventually.js';
import { reasonAgainstContainers } from './engine.js';
import { startServers, type Servers } from './servers.js';

const START_MS = 180_000;
const reason = reasonAgainstContainers();
if (reason) process.stderr.write(`Skipped: PostgreSQL, NATS and the S3 store in containers, as ${reason}.\n`);

/** An application by the name of its package: this library imports none, and starts any. */
async function application(name: string): Promise<ServiceDefinition> {
  const exported = (await import(`@inkling/${name}`)) as { service?: ServiceDefinition; gateway?: ServiceDefinition };
  return (exported.service ?? exported.gateway)!;
}

(reason ? describe.skip : describe)('the product on PostgreSQL, NATS and an S3 store in containers', () => {
  let servers: Servers;
  let services: ServiceDefinition[];
  let origin: string;
  const running: RunningService[] = [];
  const watchers: NatsConnection[] = [];

  beforeAll(async () => {
    servers = await startServers();
    const s3 = {
      S3_ENDPOINT: servers.s3.endpoint,
      S3_ACCESS_KEY: servers.s3.accessKey,
      S3_SECRET_KEY: servers.s3.secretKey,
      S3_BUCKET: 'inkling-media',
    };
    const start = async (definition: ServiceDefinition): Promise<RunningService> => {
      const { name } = definition;
      const own =
        name === 'gateway' ? { HTTP_PORT: '0', WEB_ROOT: 'none', ...s3 } : { DATABASE_URL: servers.databaseUrl(name) };
      const env = {
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        SESSION_SECRET: 'a secret of at least 32 characters, for tests',
        POW_DIFFICULTY: '0',
        NATS_URL: servers.natsUrl,
        NATS_USER: name,
        NATS_PASSWORD: servers.natsPassword(name),
        ...own,
      };
      const service = await startService(definition, { env });
      running.push(service);
      return service;
    };
    // A service may not make streams, and waits for them.
    const operator = await Nats.connect({
      servers: servers.natsUrl,
      name: 'spec',
      user: 'admin',
      pass: servers.natsPassword('admin'),
    });
    await new EventStreams(operator).ensure();
    await operator.connection.close();
    services = await Promise.all(SERVICES.map(application));
    await Promise.all(services.map(start));
    const front = await start(await application('gateway'));
    origin = `http://127.0.0.1:${(front.app.getHttpServer().address() as AddressInfo).port}`;
  }, START_MS);

  afterAll(async () => {
    await Promise.allSettled(watchers.map((connection) => connection.close()));
    await Promise.allSettled(running.map((service) => service.stop()));
    await servers?.stop();
  }, START_MS);

  async function connected(user: string): Promise<NatsConnection> {
    const connection = await connect({
      servers: servers.natsUrl,
      user,
      pass: servers.natsPassword(user),
      inboxPrefix: `_INBOX.${user}`,
    });
    watchers.push(connection);
    return connection;
  }

  /** Rows of a statement run in a service's schema with its own role. */
  async function rows(service: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: servers.databaseUrl(service) });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  async function signUp(name: string): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
    let cookie = '';
    const send = async (method: string, path: string, body?: object): Promise<Response> => {
      const form = body instanceof FormData;
      const answer = await fetch(origin + path, {
        method,
        headers: {
          cookie,
          'sec-fetch-site': 'same-origin',
          ...(body && !form ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
      });
      const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
      if (set.length > 0) cookie = set.join('; ');
      return answer;
    };
    expect(
      (await send('POST', '/api/auth/signup', { email: `${name}@example.org`, password: 'correct horse' })).status,
    ).toBe(201);
    expect((await send('POST', '/api/users/create-profile', { name, username: name })).status).toBe(200);
    return send;
  }

  it('has run the migrations of every service, each in a schema that no other role may read', async () => {
    for (const { name, migrations = [] } of services) {
      const applied = await rows(name, 'select name from migrations');
      expect(applied.map((row) => row['name'])).toEqual(
        expect.arrayContaining(migrations.map((migration) => migration.name)),
      );
    }
    await expect(rows('search', 'select 1 from polls.votes')).rejects.toThrow(/permission denied/);
    await expect(rows('social', 'select 1 from auth.accounts')).rejects.toThrow(/permission denied/);
  });

  it('carries an event from an outbox over JetStream to consumers of other services', async () => {
    const noor = await signUp('noor');
    const created = await noor('POST', '/api/polls', { question: 'Ferry or bridge?', options: ['Ferry', 'Bridge'] });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: number };
    const ines = await signUp('ines');
    expect((await ines('POST', '/api/votes', { pollId: id, optionIndex: 1 })).status).toBe(200);
    await eventually(
      async () => {
        const { polls: found } = (await (await ines('GET', '/api/search?q=ferry')).json()) as {
          polls: { id: number }[];
        };
        expect(found.map((poll) => poll.id)).toContain(id);
        expect(await (await noor('GET', '/api/notifications')).json()).toEqual([
          expect.objectContaining({ type: 'vote', poll: expect.objectContaining({ id }) }),
        ]);
      },
      { timeoutMs: 15_000 },
    );
    await eventually(async () =>
      expect(await rows('polls', 'select 1 from outbox where published_at is null')).toEqual([]),
    );
    const manager = await jetstreamManager(await connected('admin'));
    expect((await manager.streams.info('polls-events')).state.messages).toBeGreaterThanOrEqual(2);
    for (const service of SERVICES) expect(await rows(service, 'select error from dead_letters')).toEqual([]);
  });

  it('keeps pictures in the S3 store, serves ranges of them, and removes them with their poll', async () => {
    const ada = await signUp('ada');
    const form = new FormData();
    form.set('question', 'Which green?');
    form.set('options', '["Teal","Sage"]');
    form.set(
      'media',
      new Blob([
        await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      ]),
      'teal.png',
    );
    const created = await ada('POST', '/api/polls', form);
    expect(created.status).toBe(201);
    const { id, media } = (await created.json()) as { id: number; media: string };
    const whole = await fetch(origin + media);
    expect(whole.status).toBe(200);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect((await sharp(bytes).metadata()).width).toBe(64);
    const part = await fetch(origin + media, { headers: { range: 'bytes=4-9' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(4, 10)]);
    // The bucket is nobody's business but the gateway's.
    expect((await fetch(`${servers.s3.endpoint}/inkling-media${media.replace('/uploads', '')}`)).status).toBe(403);
    expect((await ada('DELETE', `/api/polls/${id}`)).status).toBe(204);
    await eventually(async () => expect((await fetch(origin + media)).status).toBe(404), { timeoutMs: 15_000 });
  });

  it('lets each NATS user do its own work alone', async () => {
    const refused = async (user: string, act: (connection: NatsConnection) => void): Promise<string[]> => {
      const connection = await connected(user);
      const said: string[] = [];
      void (async () => {
        for await (const status of connection.status())
          if (status.type === 'error') said.push(String(status.error.message));
      })();
      act(connection);
      await eventually(() => expect(said).toHaveLength(1));
      return said;
    };
    const votes = await refused(
      'search',
      (connection) => void connection.subscribe('polls.votes.>', { callback: () => undefined }),
    );
    expect(votes[0]).toMatch(/permissions violation/i);
    const forged = await refused('search', (connection) => connection.publish('polls.poll-created.v1', '{}'));
    expect(forged[0]).toMatch(/permissions violation/i);
    await expect(connect({ servers: servers.natsUrl, reconnect: false })).rejects.toThrow(/authorization/i);
    await expect(
      connect({ servers: servers.natsUrl, user: 'auth', pass: 'another', reconnect: false }),
    ).rejects.toThrow(/authorization/i);
  });
});
