import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import { SERVICES, authRpc, pollsRpc } from '@inkling/contracts';
import { startService } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { Output, runAdmin } from '@inkling/admin';
import { Client, expectStatus } from '../../e2e/api/api.spec-support.js';
import { applications } from './permissions.mts';
import { passwordOf, startConfiguredNats } from './server.spec-support.mts';

class Lines extends Output {
  lines = [];
  line(text = '') {
    this.lines.push(text);
  }
}

describe('the product on NATS as containers configure it', () => {
  const running = [];
  const sockets = [];
  let nats;
  let database;
  let media;
  let origin;
  beforeAll(async () => {
    // Imported after libs/testing, which imports it too, because Jest cannot load it both ways at once.
    const { createTestDatabase } = await import('../test/stack-support.mjs');
    [nats, database, media] = await Promise.all([
      startConfiguredNats(),
      createTestDatabase(SERVICES),
      mkdtemp(join(tmpdir(), 'inkling-media-')),
    ]);
    const common = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SESSION_SECRET: 'a secret of at least 32 characters, for tests',
      NATS_URL: nats.url,
      AUTH_SIGNUPS_PER_IP: '1000',
      WEB_ROOT: 'none',
      MEDIA_DIR: media,
      VOTE_NOTICE_MIN_VOTERS: '1',
      POLL_END_SWEEP_MS: '200',
    };
    const start = async (definition) => {
      const own = definition.name === 'gateway' ? { HTTP_PORT: '0' } : { DATABASE_URL: database.urls[definition.name] };
      const service = await startService(definition, {
        env: { ...common, ...own, NATS_USER: definition.name, NATS_PASSWORD: passwordOf(definition.name) },
      });
      running.push(service);
      return service;
    };
    const all = await applications();
    // The services wait for streams, which they may not create.
    const services = Promise.all(all.filter(({ name }) => name !== 'gateway').map(start));
    await eventually(() => /Violation/.test(nats.log()), { timeoutMs: 60_000 });
    expect(await admin('streams')).toBe('The event streams are there.');
    await services;
    const gateway = await start(all.find(({ name }) => name === 'gateway'));
    origin = `http://127.0.0.1:${gateway.app.getHttpServer().address().port}`;
  }, 120_000);
  afterAll(async () => {
    for (const socket of sockets) socket.terminate();
    await Promise.allSettled(running.map((service) => service.stop()));
    await Promise.all([nats?.stop(), database?.drop(), rm(media, { recursive: true, force: true })]);
  });

  async function admin(...args) {
    const output = new Lines();
    const code = await runAdmin(args, { servers: nats.url, user: 'admin', pass: passwordOf('admin') }, output);
    if (code !== 0) throw new Error(output.lines.join('\n'));
    return output.lines.join('\n');
  }

  async function person(name) {
    const client = new Client(origin);
    await expectStatus(
      client.post('/api/auth/signup', { email: `${name}@example.org`, password: 'correct horse' }),
      201,
    );
    const { body } = await expectStatus(client.post('/api/users/create-profile', { name, username: name }), 200);
    return Object.assign(client, { user: body });
  }

  async function publish(author, question) {
    const form = new FormData();
    form.set('question', question);
    form.set('options', '["Ferry","Bridge"]');
    form.set('visibility', 'public');
    form.set(
      'media',
      new Blob([
        await sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } })
          .jpeg()
          .toBuffer(),
      ]),
      'teal.jpg',
    );
    return (await expectStatus(author.send('POST', '/api/polls', form), 201)).body;
  }

  const frames = (client, pollId) => {
    const received = [];
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { cookie: client.cookieHeader } });
    sockets.push(socket);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', pollId })));
    socket.on('message', (data) => received.push(JSON.parse(String(/** @type {Buffer} */ (data)))));
    return received;
  };

  it('serves a journey through every service, and refuses none of their calls', async () => {
    const before = nats.log().length;
    const [noor, ines] = [await person('noor'), await person('ines')];
    await expectStatus(ines.post('/api/follows', { followingId: noor.user.id }), 200);
    const poll = await publish(noor, 'Across the sound by ferry or bridge?');
    const seen = frames(noor, poll.id);
    await eventually(() => seen.some(({ type }) => type === 'poll_update'));
    await expectStatus(ines.post('/api/votes', { pollId: poll.id, optionIndex: 1 }), 200);
    await expectStatus(ines.post('/api/likes', { pollId: poll.id }), 200);
    await expectStatus(ines.post('/api/saves', { pollId: poll.id }), 200);
    await expectStatus(ines.post('/api/comments', { pollId: poll.id, content: 'The ferry has a café.' }), 201);
    await eventually(
      () => ['poll_vote', 'poll_comment', 'notification'].every((type) => seen.some((frame) => frame.type === type)),
      { timeoutMs: 15_000 },
    );
    const reads = [
      'polls',
      'polls/trending',
      `polls/${poll.id}/preview`,
      `polls/${poll.id}/comments`,
      `polls/${poll.id}/insights`,
      'users/featured',
      `users/${String(noor.user.id)}`,
      'users/me/saved-polls',
      'topics/trending',
      'notifications/unread/count',
      'auth/sessions',
      'config',
    ];
    for (const path of reads) expect([path, (await ines.get(`/api/${path}`)).status]).toEqual([path, 200]);
    await eventually(async () => expect((await ines.get('/api/search?q=sound')).text).toContain('Across the sound'));
    await eventually(async () => expect((await noor.get('/api/notifications')).text).toMatch(/ines/));
    await expectStatus(new Client(origin).post('/api/auth/password-reset', { email: 'noor@example.org' }), 204);

    const ended = await publish(noor, 'Will this end soon?');
    await expectStatus(ines.post('/api/votes', { pollId: ended.id, optionIndex: 0 }), 200);
    await inSchema(
      'polls',
      `with moved as (
         update polls set end_date = now() - interval '2 seconds' where id = $1 returning id, end_date
       )
       insert into due_ends (poll_id, end_date) select id, end_date from moved`,
      [ended.id],
    );
    await eventually(async () => expect((await ines.get('/api/notifications')).text).toContain('Will this end soon?'), {
      timeoutMs: 15_000,
    });
    await expectStatus(noor.send('DELETE', `/api/polls/${poll.id}`), 204);
    await eventually(async () =>
      expect((await ines.get('/api/search?q=sound')).text).not.toContain('Across the sound'),
    );
    await eventually(async () => expect((await noor.get('/health/ready')).status).toBe(200));

    expect(await admin('recount')).toMatch(/polls: \d+ checked, 0 corrected/);
    expect(await admin('dead-letters', '--all')).toBe('No event has been given up.');
    expect(await admin('rebuild-search')).toMatch(/^2 users and 1 polls/);
    expect(await admin('republish')).toMatch(/polls: [1-9]\d* events published/);
    await eventually(async () => expect(await waiting()).toEqual([]), { timeoutMs: 15_000 });
    expect(nats.log().slice(before)).not.toMatch(/Violation|\[ERR\]/);
  }, 120_000);

  it('refuses what a service does not need', async () => {
    const refusals = async (user, attempt) => {
      const connection = await connect({
        servers: nats.url,
        user,
        pass: passwordOf(user),
        inboxPrefix: `_INBOX.${user}`,
      });
      const errors = [];
      void (async () => {
        for await (const status of connection.status())
          if (status.type === 'error') errors.push(`${status.error.operation} ${status.error.subject}`);
      })();
      try {
        await attempt(connection, errors);
        await connection.flush();
        return await eventually(() => errors.length > 0 && errors);
      } finally {
        await connection.close();
      }
    };
    const publishes = (subject) => (connection) => connection.publish(subject, '{}');
    const hears = (subject) => (connection) => void connection.subscribe(subject, { callback: () => undefined });
    expect(await refusals('search', publishes('polls.votes-counted.v1'))).toEqual(['publish polls.votes-counted.v1']);
    expect(await refusals('insights', publishes('admin.auth.reset-password'))).toEqual([
      'publish admin.auth.reset-password',
    ]);
    expect(await refusals('gateway', publishes('admin.polls.recount'))).toEqual(['publish admin.polls.recount']);
    expect(await refusals('notifications', hears('_INBOX.gateway.>'))).toEqual(['subscription _INBOX.gateway.>']);
    expect(await refusals('social', hears(authRpc.login.subject))).toEqual([`subscription ${authRpc.login.subject}`]);
    expect(await refusals('search', hears(pollsRpc.castVotes.subject))).toEqual([
      `subscription ${pollsRpc.castVotes.subject}`,
    ]);
    expect(await refusals('insights', hears('>'))).toEqual(['subscription >']);
    expect(await refusals('polls', publishes('$JS.API.STREAM.UPDATE.polls-events'))).toEqual([
      'publish $JS.API.STREAM.UPDATE.polls-events',
    ]);
    expect(
      await refusals(
        'search',
        publishes('$JS.API.CONSUMER.MSG.NEXT.polls-events.notifications-polls-poll-created-v1-onCreated'),
      ),
    ).toHaveLength(1);
    await expect(connect({ servers: nats.url, user: 'auth', pass: 'another', reconnect: false })).rejects.toThrow(
      /authorization/i,
    );
    await expect(connect({ servers: nats.url, reconnect: false })).rejects.toThrow(/authorization/i);
  });

  it('names a lost stream, and is ready again once the operator has created it', async () => {
    const ready = async () => (await new Client(origin).get('/health/ready')).body;
    const connection = await connect({
      servers: nats.url,
      user: 'admin',
      pass: passwordOf('admin'),
      inboxPrefix: '_INBOX.admin',
    });
    await (await jetstreamManager(connection)).streams.delete('social-events');
    await connection.close();
    const lost = { status: 'unavailable', parts: { social: 'events: streams missing: social-events' } };
    await eventually(async () => expect(await ready()).toMatchObject(lost), { timeoutMs: 15_000 });
    await admin('streams');
    await eventually(async () => expect(await ready()).toMatchObject({ status: 'ok' }), { timeoutMs: 15_000 });
  }, 60_000);

  /** Rows of a statement run as the superuser in a service's schema. */
  async function inSchema(service, text, values = []) {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      await client.query(`set search_path = ${service}, public`);
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  async function waiting() {
    const connection = await connect({
      servers: nats.url,
      user: 'admin',
      pass: passwordOf('admin'),
      inboxPrefix: '_INBOX.admin',
    });
    try {
      const manager = await jetstreamManager(connection);
      const left = [];
      for (const stream of ['auth-events', 'polls-events', 'social-events', 'insights-events', 'community-events']) {
        for await (const info of manager.consumers.list(stream))
          if (info.num_pending + info.num_ack_pending > 0) left.push(info.name);
      }
      return left;
    } finally {
      await connection.close();
    }
  }
});
