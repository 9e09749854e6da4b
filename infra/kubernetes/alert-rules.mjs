/**
 * The alert rules of infra/observability as the Prometheus operator takes them; a test compares.
 *
 *     node infra/kubernetes/alert-rules.mjs    # writes k8s/components/monitoring/alerts.yaml
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { isProgram, underOwnNode } from '../local/own-node.mjs';

const ROOT = join(import.meta.dirname, '../..');
const NAMESPACE = readFileSync(join(ROOT, 'k8s/base/namespace.yaml'), 'utf8').match(/^ {2}name: (\S+)$/m)[1];
export const MANIFEST = join(ROOT, 'k8s/components/monitoring/alerts.yaml');

/**
 * A cluster's monitoring brings its heartbeat (Watchdog), the probe is a component, and no job tries restores there.
 */
const NOT_FOR_CLUSTERS = ['Heartbeat', 'ProbeMissing', 'RestoreUntried'];
const isForClusters = ({ alert }) => !NOT_FOR_CLUSTERS.includes(alert);

/**
 * @param {readonly import('../observability/rules.mts').RuleGroup[]} groups
 * @returns {string} a PrometheusRule
 */
export function alertManifest(groups) {
  const made = groups.map(({ name, rules }) => ({ name, rules: rules.filter(isForClusters).map(withNamespace) }));
  const document = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'inkling' },
    spec: { groups: made },
  };
  const head = '# From infra/observability/alerts, by node infra/kubernetes/alert-rules.mjs.\n';
  return head + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** An AlertmanagerConfig only gets alerts with its namespace's label, which a sum has lost. */
const withNamespace = (rule) =>
  rule.alert === undefined ? rule : { ...rule, labels: { ...rule.labels, namespace: NAMESPACE } };

if (isProgram(import.meta.filename)) {
  await underOwnNode(import.meta.filename, async () => {
    const { ruleGroups } = await import('../observability/rules.mts');
    await writeFile(MANIFEST, alertManifest(ruleGroups()));
  });
}
