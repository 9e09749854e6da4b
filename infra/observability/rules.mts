/** The alert rules, and promtool's tests of them, as they are in the files beside this one. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const RULES = join(import.meta.dirname, 'alerts');
const TESTS = join(import.meta.dirname, 'tests');

export interface Rule {
  /** An alert's name; a rule without one records a figure. */
  alert?: string;
  record?: string;
  expr: string;
  for?: string;
  labels?: { severity: string; after?: string };
  annotations?: { summary: string; description: string; runbook_url: string };
}
export interface RuleGroup {
  name: string;
  rules: Rule[];
}

/** A test in promtool's format. */
interface PromtoolTest {
  name: string;
  input_series: { series: string }[];
  promql_expr_test?: { expr: string; eval_time: string; exp_samples: [{ value: number }] }[];
}

const yamlIn = <T,>(folder: string): T[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yml'))
    .sort()
    .map((file) => parse(readFileSync(join(folder, file), 'utf8')));

/** @returns in the order of the files' names */
export const ruleGroups = (): RuleGroup[] => yamlIn<{ groups: RuleGroup[] }>(RULES).flatMap(({ groups }) => groups);

export const alerts = (): Rule[] =>
  ruleGroups().flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));

/** promtool's tests, with what they expect of `ALERTS`. */
export const ruleTests = (): {
  alert: string;
  series: string[];
  checks: { expr: string; at: string; firing: number }[];
}[] =>
  yamlIn<{ tests: PromtoolTest[] }>(TESTS).flatMap(({ tests }) =>
    tests.map(({ name, input_series: series, promql_expr_test: checks = [] }) => ({
      alert: name,
      series: series.map((each) => each.series),
      checks: checks.map(({ expr, eval_time: at, exp_samples: [sample] }) => ({ expr, at, firing: sample.value })),
    })),
  );
