/**
 * The alert rules of infra/observability as the Prometheus operator takes them; a test compares.
 *
 *     node infra/kubernetes/alert-rules.mjs    # writes k8s/components/monitoring/alerts.yaml anew
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { isProgram, underOwnNode } from '../local/own-node.mjs';

const ROOT = join(import.meta.dirname, '../..');
export const RULES = join(ROOT, 'infra/observability/alerts.yml');
export const MANIFEST = join(ROOT, 'k8s/components/monitoring/alerts.yaml');

/**
 * @param {string} rules a Prometheus rule file
 * @returns {string} a PrometheusRule
 */
export function alertManifest(rules) {
  const { groups } = parse(rules);
  return `# From infra/observability/alerts.yml, by node infra/kubernetes/alert-rules.mjs.\n${stringify({ apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'inkling' }, spec: { groups } }, { lineWidth: 0 })}`;
}

if (isProgram(import.meta.filename)) await underOwnNode(import.meta.filename, async () => writeFile(MANIFEST, alertManifest(await readFile(RULES, 'utf8'))));
