import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../local/paths.mjs';
import { ProbeMetrics } from '../probe/metrics.mts';
import { SERVICES } from '../secrets/variables.mts';
import { alerts, ruleGroups, ruleTests } from './rules.mts';

const PAGE = 'docs/operations/alerts.md';
const PREFIX = '{{ $externalLabels.runbooks }}';
/** Sounds always: there is nothing else to test. */
const ALWAYS = ['Heartbeat'];
const HEADINGS = ['Alert', 'Severity', 'Variable'];
const CAUSES = ['postgres', 'nats', 'nginx'];

const page = readFileSync(join(ROOT, PAGE), 'utf8');
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
/** Each section of the page by its anchor. */
const sections = Object.fromEntries(
  page.split(/^## /m).map((text) => [anchorOf(text.slice(0, text.indexOf('\n'))), text]),
);
/** Names in the first column of a table of alerts. */
const rowsOf = (text) =>
  [...text.matchAll(/^\| ([A-Z]\w+) \|/gm)].map(([, name]) => name).filter((name) => !HEADINGS.includes(name));
const tests = Map.groupBy(ruleTests(), ({ alert }) => alert);

describe.each(alerts())('the alert $alert', ({ alert, expr, labels, annotations }) => {
  it('says how bad it is, what is wrong, and where to read on', () => {
    expect(['page', 'warn', 'info', 'heartbeat']).toContain(labels.severity);
    expect((labels.after ?? '').split(' ').filter((cause) => cause !== '' && !CAUSES.includes(cause))).toEqual([]);
    expect(annotations.summary).toMatch(/^\S.{10,}[^.]$/);
    expect(annotations.description).toMatch(/^\S.{20,}\.$/s);
    expect(annotations.runbook_url.startsWith(`${PREFIX}${PAGE}#`)).toBe(true);
    const [, anchor] = annotations.runbook_url.split('#');
    expect(rowsOf(sections[anchor] ?? '')).toContain(alert);
  });

  it('has tests in which it sounds and in which it does not', () => {
    const checks = (tests.get(alert) ?? []).flatMap((test) => test.checks);
    for (const check of checks) expect(check.expr).toContain(`ALERTS{alertname="${alert}", alertstate="firing"}`);
    expect(checks.some(({ firing }) => firing > 0)).toBe(true);
    if (ALWAYS.includes(alert)) return;
    // In one of them it sounds, and resolves.
    const resolves = (tests.get(alert) ?? []).filter((test) => {
      const states = test.checks.map(({ firing }) => firing > 0);
      return states.includes(true) && states[0] === false && states.at(-1) === false;
    });
    expect(resolves.length).toBeGreaterThan(0);
  });

  it('is tested with figures that it asks for', () => {
    const named = new Set(expr.match(/[A-Za-z_][\w:]*/g) ?? []);
    const given = (tests.get(alert) ?? []).flatMap(({ series }) => series.map((each) => each.split('{')[0]));
    if (!ALWAYS.includes(alert))
      expect(given.some((metric) => named.has(metric) || recorded(named, metric))).toBe(true);
  });
});

/** Whether a recorded figure that the rule asks for is made of this metric. */
const recorded = (named, metric) =>
  ruleGroups()
    .flatMap(({ rules }) => rules)
    .some(({ record, expr }) => record !== undefined && named.has(record) && expr.includes(metric));

describe('the alerts', () => {
  it('have names of their own, and the page has rows for no others', () => {
    const names = alerts().map(({ alert }) => alert);
    expect(names.length).toBeGreaterThan(40);
    expect(names).toEqual([...new Set(names)]);
    const rows = Object.values(sections).flatMap(rowsOf);
    expect([rows.length, new Set(rows)]).toEqual([names.length, new Set(names)]);
    expect(new Set(tests.keys())).toEqual(new Set(names));
  });

  it('miss every process, and all of them are there in the test', () => {
    const { expr } = alerts().find(({ alert }) => alert === 'ServiceMissing');
    const given = tests.get('ServiceMissing').flatMap(({ series }) => series);
    for (const name of ['gateway', ...SERVICES]) {
      expect(expr).toContain(`absent(inkling_ready{service="${name}"})`);
      expect(given).toContain(`inkling_ready{service="${name}",instance="a"}`);
    }
  });

  it('ask of the probe what it says', () => {
    const metrics = new ProbeMetrics();
    expect(metrics.text()).toBe('');
    const outcome = { durations: { page: 0.1 }, seconds: 0.1, requests: 3, certificateEnd: 1_000, reason: '' };
    metrics.note({ ...outcome, failed: undefined }, 5_000);
    metrics.note({ ...outcome, failed: 'vote' }, 6_000);
    const asked = ruleGroups()
      .flatMap(({ rules }) => rules)
      .flatMap(
        ({ expr, annotations }) => `${expr} ${annotations?.description ?? ''}`.match(/inkling_probe_\w+/g) ?? [],
      );
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((name) => !metrics.text().includes(`# TYPE ${name} `))).toEqual([]);
    expect(metrics.text()).toContain('inkling_probe_requests_total 6\n');
    expect(metrics.text()).toContain('inkling_probe_step_failed{step="vote"} 1\n');
  });

  it('reach Prometheus', () => {
    const { rule_files: files } = parse(readFileSync(join(import.meta.dirname, 'prometheus.yml'), 'utf8'));
    expect(files).toEqual(['alerts/*.yml']);
  });
});
