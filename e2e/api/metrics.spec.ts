import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '@inkling/contracts';
import { Database, Metrics } from '@inkling/platform';
import { OtlpCollector, eventually } from '@inkling/testing';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { Api, expectStatus, type Person } from './api.spec-support.js';

const FOLDER = join(import.meta.dirname, '../../infra/observability');
/** Labels that Prometheus adds to what it reads. */
const ADDED = ['job', 'instance', 'le'];
/** Most series of one metric; more means that something unbounded has become a label. */
const SERIES_MAX = 900;

interface Expression {
  readonly where: string;
  readonly expr: string;
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert?: string; readonly record?: string; readonly expr: string }[];
  }[];
}
interface Dashboard {
  readonly uid: string;
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

/** Metrics of exporters, the probe and backups, which this spec does not run. */
const ELSEWHERE = new RegExp(
  [
    String.raw`\b(?:(?:alertmanager|barman|cnpg|gnatsd|kubelet|nginx|node|pg|prometheus)_`,
    String.raw`inkling_(?:backup|probe|restore|wal)_`,
    String.raw`inkling:`,
    String.raw`up\{`,
    String.raw`vector\()`,
  ].join('|'),
);
const rules = readdirSync(join(FOLDER, 'alerts'))
  .map((file) => parse(readFileSync(join(FOLDER, 'alerts', file), 'utf8')) as Rules)
  .flatMap(({ groups }) => groups.flatMap((group) => group.rules));
const dashboards = readdirSync(join(FOLDER, 'grafana/dashboards')).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, 'grafana/dashboards', file), 'utf8')) as Dashboard,
);
const expressions: Expression[] = [
  ...rules.map(({ alert, record, expr }) => ({ where: `rule ${alert ?? record}`, expr })),
  ...dashboards.flatMap(({ uid, panels }) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: `${uid}: ${title}`, expr }))),
  ),
];

/** Every metric that an expression names, with the labels that it selects by. */
const used = (expr: string): { metric: string; labels: string[] }[] =>
  [...expr.matchAll(/(?<!["\w])((?:inkling|nodejs|process)_\w+)(?:\{((?:[^}"]|"(?:[^"\\]|\\.)*")*)\})?/g)].map(
    ([, metric, selector = '']) => ({
      metric: metric!,
      labels: [...selector.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(
        ([, label]) => label!,
      ),
    }),
  );
const grouped = (expr: string): string[] =>
  [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(',').map((label) => label.trim()));

describe('metrics', () => {
  const names = ['gateway', ...SERVICES];
  let collector: OtlpCollector;
  let api: Api;
  let people: Person[];
  /** Labels of each series name that anything exports. */
  const exported = new Map<string, Set<string>>();
  const scrape = (name: string): Promise<string> => api.stack.service(name).app.get(Metrics).registry.metrics();
  /** The first series of a metric with all of these labels, written as Prometheus does. */
  const value = async (service: string, metric: string, ...labels: string[]): Promise<number> => {
    const line = (await scrape(service))
      .split('\n')
      .find((each) => each.startsWith(`${metric}{`) && labels.every((label) => each.includes(label)));
    return Number(line?.split(' ').at(-1) ?? Number.NaN);
  };

  beforeAll(async () => {
    collector = await OtlpCollector.start();
    api = await Api.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OPS_PORT: '0' });
    people = await Promise.all(Array.from({ length: 6 }, () => api.person()));
    for (const name of names) {
      for (const metric of api.stack.service(name).app.get(Metrics).registry.getMetricsAsArray()) {
        // The library's types hide the labels of a metric.
        const labels = new Set([...(metric as unknown as { labelNames: string[] }).labelNames, 'service', ...ADDED]);
        const suffixes =
          String((metric as unknown as { type: string }).type) === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
        for (const suffix of suffixes)
          exported.set(metric.name + suffix, new Set([...(exported.get(metric.name + suffix) ?? []), ...labels]));
      }
    }
  }, 120_000);
  afterAll(async () => {
    await api?.stop();
    await collector?.close();
  }, 60_000);

  it('are exported under every name and label that a dashboard or an alert uses', () => {
    expect(expressions.length).toBeGreaterThan(40);
    for (const { where, expr } of expressions) {
      const metrics = used(expr).filter(({ metric }) => !ELSEWHERE.test(metric));
      const mixed = ELSEWHERE.test(expr);
      expect([where, mixed || metrics.length > 0]).toEqual([where, true]);
      for (const { metric, labels } of metrics) {
        expect([where, metric, exported.has(metric)]).toEqual([where, metric, true]);
        const known = exported.get(metric)!;
        expect([where, metric, labels.filter((label) => !known.has(label))]).toEqual([where, metric, []]);
      }
      const some = new Set(metrics.flatMap(({ metric }) => [...exported.get(metric)!]));
      expect([where, mixed ? [] : grouped(expr).filter((label) => !some.has(label))]).toEqual([where, []]);
    }
  });

  it('have dashboards that Grafana finds, and a scrape job for every process', () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
    const { scrape_configs: jobs } = parse(readFileSync(join(FOLDER, 'prometheus.yml'), 'utf8')) as {
      scrape_configs: { dns_sd_configs?: { names: string[]; port: number }[] }[];
    };
    expect(
      jobs
        .flatMap((job) =>
          (job.dns_sd_configs ?? []).flatMap(({ names: found, port }) => found.map((name) => `${name}:${port}`)),
        )
        .toSorted(),
    ).toEqual(['gateway:9464', ...SERVICES.map((name) => `${name}:8080`)].toSorted());
  });

  it('count what happens', async () => {
    const poll = await api.poll(people[0]!);
    const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws`, {
      headers: { cookie: people[0]!.cookieHeader },
    });
    const frames: string[] = [];
    socket.on('message', (data: Buffer) => frames.push(data.toString()));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'subscribe', pollId: poll.id }));
    for (const person of people)
      await expectStatus(person.post('/api/votes', { pollId: poll.id, optionIndex: 0 }), 200);
    await eventually(() => expect(frames.length).toBeGreaterThan(1));
    await eventually(async () => expect(await value('gateway', 'inkling_ws_open')).toBe(1));
    expect(await value('gateway', 'inkling_ws_frames_sent_total')).toBeGreaterThan(1);
    socket.close();
    await eventually(async () => expect(await value('gateway', 'inkling_ws_open')).toBe(0));
    expect(await value('polls', 'inkling_votes_total', 'outcome="recorded"')).toBe(people.length);
    expect(await value('polls', 'inkling_vote_batch_duration_seconds_count')).toBeGreaterThan(0);
    // A request is counted only after its answer has been sent.
    await eventually(async () =>
      expect(
        await value(
          'gateway',
          'inkling_http_duration_seconds_count',
          'method="POST"',
          'route="/api/votes"',
          'status="200"',
        ),
      ).toBe(people.length),
    );
    await eventually(async () =>
      expect(
        await value(
          'notifications',
          'inkling_events_consumed_total',
          'consumer="notifications-polls-votes-counted-v1-',
        ),
      ).toBeGreaterThan(0),
    );
    await eventually(async () =>
      expect(
        await value('notifications', 'inkling_consumer_pending', 'consumer="notifications-polls-votes-counted-v1-'),
      ).toBe(0),
    );
    await eventually(async () => expect(await value('polls', 'inkling_outbox_size')).toBe(0));
    for (const name of names)
      await eventually(async () =>
        expect([name, await value(name, 'inkling_ready'), await value(name, 'inkling_build_info')]).toEqual([
          name,
          1,
          1,
        ]),
      );
  }, 120_000);

  it('keep their labels few, and free of ids and paths', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => people[0]!.get(`/api/nothing-${index}/at/all`)));
    await Promise.all(Array.from({ length: 30 }, (_, index) => people[0]!.get(`/api/polls/${123_456 + index}`)));
    for (const name of names) {
      const lines = (await scrape(name)).split('\n').filter((line) => line.startsWith('inkling_'));
      const series = Map.groupBy(lines, (line) => line.slice(0, line.search(/[{ ]/)));
      for (const [metric, each] of series)
        expect([name, metric, each.length <= SERIES_MAX]).toEqual([name, metric, true]);
      expect(
        lines.filter((line) =>
          /nothing-\d|123[45]\d\d|[0-9a-f]{8}-[0-9a-f]{4}-/.test(line.slice(0, line.lastIndexOf(' '))),
        ),
      ).toEqual([]);
    }
  });

  it('are served without delay, though incomplete, while NATS and the database are down', async () => {
    await api.stack.nats.stop();
    const { pool } = api.stack.service('polls').app.get(Database);
    // Occupy every connection, as if the database did not answer.
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      const began = performance.now();
      const text = await scrape('polls');
      expect(performance.now() - began).toBeLessThan(3_000);
      expect(text).toMatch(/^inkling_votes_total\{outcome="recorded",service="polls"\} 6$/m);
      await eventually(async () => expect(await value('polls', 'inkling_ready')).toBe(0));
      // A missing value is better than a stale one.
      await eventually(
        async () =>
          expect(await scrape('polls')).not.toMatch(/^inkling_(outbox_size|dead_letters|consumer_pending)\{/m),
        { timeoutMs: 15_000 },
      );
    } finally {
      for (const client of taken) client.release();
      await api.stack.nats.start();
    }
    await eventually(async () => expect(await value('polls', 'inkling_ready')).toBe(1), { timeoutMs: 15_000 });
    await eventually(async () => expect(await value('polls', 'inkling_outbox_size')).toBe(0));
  }, 60_000);
});
