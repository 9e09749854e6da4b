import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollsRpc } from '@inkling/contracts';
import { OtlpCollector, eventually, type ExportedSpan } from '@inkling/testing';
import { Api, expectStatus, type Person } from './api.spec-support.js';

const [SERVER, CLIENT, PRODUCER, CONSUMER] = [2, 3, 4, 5];
/** Ids start so high that no count, size or status can be mistaken for one, and polls in a partition that there is. */
const FIRST_USER = 7_000_001;
const FIRST_POLL = 900_001;
const VOTERS = 25;
const OPTIONS = ['Zanzibar by boat', 'Yakutsk by train', 'Xiamen by kite'];
/** The attributes that a span may have. */
const ATTRIBUTES = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'rpc.system',
  'rpc.method',
  'db.system.name',
  'db.operation.name',
  'error.type',
  'inkling.batch.size',
  'messaging.system',
  'messaging.operation.name',
  'messaging.destination.name',
  'messaging.consumer.group.name',
];
const OUTSIDE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('traces', () => {
  let collector: OtlpCollector;
  let api: Api;
  let author: Person;
  beforeAll(async () => {
    collector = await OtlpCollector.start();
    // Trust no proxy, so that this spec's requests count as coming from strangers.
    api = await Api.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUSTED_PROXIES: 'none' });
    await api.stack.sql('auth', `alter table accounts alter column id restart with ${FIRST_USER}`);
    await api.stack.sql('polls', `alter table polls alter column id restart with ${FIRST_POLL}`);
    author = await api.person('Authoress');
  }, 120_000);
  afterAll(async () => {
    await api?.stop();
    await collector?.close();
  }, 60_000);

  const find = (fields: Partial<ExportedSpan>): ExportedSpan[] =>
    collector.spans.filter((span) =>
      Object.entries(fields).every(([key, value]) => span[key as keyof ExportedSpan] === value),
    );
  /** Waits for a span and expects exactly one. */
  const one = async (fields: Partial<ExportedSpan>): Promise<ExportedSpan> => {
    await eventually(() => expect([fields, find(fields).length]).toEqual([fields, 1]));
    return find(fields)[0]!;
  };

  it('follow a request from the gateway to the service, its database, its event, and the consumers', async () => {
    await expectStatus(author.post('/api/polls', { question: 'Where to?', options: OPTIONS }), 201);
    const request = await one({ service: 'gateway', name: 'POST /api/polls', kind: SERVER });
    expect(request.parentSpanId).toBeUndefined();
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/polls',
      'http.response.status_code': 201,
    });
    const { traceId } = request;
    const call = await one({ traceId, service: 'gateway', kind: CLIENT, parentSpanId: request.spanId });
    const answer = await one({ traceId, service: 'polls', kind: SERVER, parentSpanId: call.spanId });
    expect([call.name, answer.name]).toEqual(['polls.create', 'polls.create']);
    const transaction = await one({ traceId, service: 'polls', name: 'transaction', parentSpanId: answer.spanId });
    expect(transaction.attributes).toEqual({ 'db.system.name': 'postgresql', 'db.operation.name': 'transaction' });
    expect(
      find({ traceId, service: 'polls', name: 'insert', parentSpanId: transaction.spanId }).length,
    ).toBeGreaterThan(0);
    const publication = await one({ traceId, service: 'polls', name: 'publish polls.poll-created.v1', kind: PRODUCER });
    // The event is written by the transaction or by one of its statements.
    expect([
      transaction.spanId,
      ...find({ traceId, parentSpanId: transaction.spanId }).map(({ spanId }) => spanId),
    ]).toContain(publication.parentSpanId);
    for (const service of ['search', 'notifications']) {
      const taken = await one({ traceId, service, name: 'process polls.poll-created.v1', kind: CONSUMER });
      expect(taken.parentSpanId).toBe(publication.spanId);
      expect(taken.links).toMatchObject([{ traceId, spanId: publication.parentSpanId }]);
      await eventually(() =>
        expect(find({ traceId, service, kind: CLIENT, parentSpanId: taken.spanId }).length).toBeGreaterThan(0),
      );
    }
  });

  it('start fresh for a stranger who sends a trace id, and only link to it', async () => {
    await expectStatus(author.get('/api/notifications', { traceparent: OUTSIDE }), 200);
    const request = await one({ service: 'gateway', name: 'GET /api/notifications' });
    expect(request.traceId).not.toBe(OUTSIDE.split('-')[1]);
    expect(request.parentSpanId).toBeUndefined();
    expect(request.links).toMatchObject([{ traceId: OUTSIDE.split('-')[1], spanId: OUTSIDE.split('-')[2] }]);
    expect(collector.spans.filter(({ traceId }) => traceId === OUTSIDE.split('-')[1])).toEqual([]);
  });

  it('leave out health checks and background work', () => {
    expect(
      collector.spans.filter(({ name }) => /health|outbox-take|process.*$/.test(name) && !name.startsWith('process ')),
    ).toEqual([]);
    // A trace starts with a request or a batch of requests.
    expect(
      new Set(
        collector.spans
          .filter(({ parentSpanId }) => !parentSpanId)
          .map(({ name }) => name.replace(/^[A-Z]+ .*/, 'request')),
      ),
    ).toEqual(new Set(['request']));
  });

  it('never join a voter and an option: they show only that there was a vote', async () => {
    const poll = await api.poll(author, { question: 'And where to now?', options: OPTIONS });
    const voters: Person[] = [];
    for (let index = 0; index < VOTERS; index++) voters.push(await api.person(`Voterine Number${index}`));
    const cast = (voter: Person, index: number) =>
      expectStatus(voter.post('/api/votes', { pollId: poll.id, optionIndex: (index * 7) % 3 }), 200);
    for (const [index, voter] of voters.slice(0, 5).entries()) await cast(voter, index);
    await Promise.all(voters.slice(5).map(cast));
    await expectStatus(voters[0]!.post('/api/votes', { pollId: poll.id, optionIndex: 1 }), 409);

    await eventually(() => expect(find({ service: 'gateway', name: 'POST /api/votes' })).toHaveLength(VOTERS + 1));
    await eventually(() =>
      expect(find({ service: 'notifications', name: 'process polls.votes-counted.v1' }).length).toBeGreaterThan(0),
    );
    // The whole chain must be there, or finding no leak would prove nothing:
    // request <- batch -> call -> batch -> statement -> event.
    const requests = new Set(find({ name: 'POST /api/votes' }).map(({ spanId }) => spanId));
    const batches = () => find({ service: 'gateway', name: 'votes' });
    await eventually(() =>
      expect(new Set(batches().flatMap(({ links }) => links.map(({ spanId }) => spanId)))).toEqual(requests),
    );
    for (const batch of batches()) expect(batch.parentSpanId).toBeUndefined();
    const spanIds = (fields: Partial<ExportedSpan>) => new Set(find(fields).map(({ spanId }) => spanId));
    const recorded = () => find({ service: 'polls', name: 'votes' });
    await eventually(() => {
      const answers = spanIds({ service: 'polls', name: pollsRpc.castVotes.subject, kind: SERVER });
      expect(answers.size).toBeGreaterThan(0);
      expect(new Set(recorded().flatMap(({ links }) => links.map(({ spanId }) => spanId)))).toEqual(answers);
    });
    await eventually(() => {
      const statements = find({ service: 'polls', name: 'votes-record' });
      expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(
        new Set(recorded().map(({ spanId }) => spanId)),
      );
    });
    const counted = find({ name: 'process polls.votes-counted.v1' });
    // Each service exports its spans at its own pace.
    await eventually(() =>
      expect(recorded().map(({ traceId }) => traceId)).toEqual(
        expect.arrayContaining(counted.map(({ traceId }) => traceId)),
      ),
    );

    const secrets = [...voters, author]
      .flatMap(({ user }) => [String(user.id), user.name, user.username!])
      .concat(OPTIONS, String(poll.id), 'And where to now?', 'optionIndex', 'userId', '@example.org', '127.0.0.1');
    for (const { name, attributes, links, ...rest } of collector.spans) {
      expect(ATTRIBUTES).toEqual(expect.arrayContaining(Object.keys(attributes)));
      const said = JSON.stringify([
        name,
        attributes,
        (rest as { events?: unknown }).events,
        (rest as { status?: unknown }).status,
        links.map((link) => (link as { attributes?: unknown }).attributes),
      ]);
      expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    }
    // An event about votes belongs to the batch's trace, never to that of a voter's request.
    const events = await api.stack.sql<{ payload: string }>(
      'polls',
      `select payload from outbox where subject = 'polls.votes-counted.v1'`,
    );
    const ofEvents = events.map(
      ({ payload }) => (JSON.parse(payload) as { traceparent: string }).traceparent.split('-')[1],
    );
    expect(ofEvents.length).toBeGreaterThan(0);
    const ofRequests = new Set(find({ kind: SERVER, service: 'gateway' }).map(({ traceId }) => traceId));
    expect(ofEvents.filter((traceId) => ofRequests.has(traceId!))).toEqual([]);
  }, 120_000);

  it('are the only loss when the collector is down or silent', async () => {
    const requests = async (): Promise<number> => {
      const began = performance.now();
      await Promise.all(
        Array.from({ length: 300 }, () =>
          expectStatus(author.get('/api/users/me'), 200).catch(() => expectStatus(author.get('/api/polls'), 200)),
        ),
      );
      return performance.now() - began;
    };
    // A busy machine slows all of these alike, so compare them with each other.
    const healthy = await requests();
    for (const mood of ['failing', 'silent'] as const) {
      collector.mood = mood;
      expect(await requests()).toBeLessThan(5_000 + 5 * healthy);
    }
    const began = performance.now();
    await api.stack.stopService('social');
    expect(performance.now() - began).toBeLessThan(5_000);
    collector.recover();
  }, 120_000);
});
