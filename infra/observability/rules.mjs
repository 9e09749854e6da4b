/** The alert rules, and promtool's tests of them, as they are in the files beside this one. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const RULES = join(import.meta.dirname, 'alerts');
const TESTS = join(import.meta.dirname, 'tests');

/**
 * @typedef {object} Rule
 * @property {string} [alert] an alert's name; a rule without one records a figure
 * @property {string} [record]
 * @property {string} expr
 * @property {string} [for]
 * @property {{ severity: string, after?: string }} [labels]
 * @property {{ summary: string, description: string, runbook_url: string }} [annotations]
 */
/** @typedef {{ name: string, rules: Rule[] }} RuleGroup */

const yamlIn = (folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yml'))
    .sort()
    .map((file) => parse(readFileSync(join(folder, file), 'utf8')));

/** @returns {RuleGroup[]} in the order of the files' names */
export const ruleGroups = () => yamlIn(RULES).flatMap(({ groups }) => groups);

/** @returns {Rule[]} */
export const alerts = () => ruleGroups().flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));

/**
 * promtool's tests, with what they expect of `ALERTS`.
 * @returns {{ alert: string, series: string[], checks: { expr: string, at: string, firing: number }[] }[]}
 */
export const ruleTests = () =>
  yamlIn(TESTS).flatMap(({ tests }) =>
    tests.map(({ name, input_series: series, promql_expr_test: checks = [] }) => ({
      alert: name,
      series: series.map((each) => each.series),
      checks: checks.map(({ expr, eval_time: at, exp_samples: [{ value }] }) => ({ expr, at, firing: value })),
    })),
  );
