/** The alert rules of infra/observability in the form of the Prometheus operator. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { ROOT } from '../local/paths.mjs';
import { ruleGroups, type Rule, type RuleGroup } from '../observability/rules.mts';

const NAMESPACE = readFileSync(join(ROOT, 'k8s/base/namespace.yaml'), 'utf8').match(/^ {2}name: (\S+)$/m)?.[1];
export const MANIFEST = join(ROOT, 'k8s/components/monitoring/alerts.yaml');

/** A cluster's own monitoring has a heartbeat (Watchdog), the probe is optional there, and no job tries restores. */
const NOT_FOR_CLUSTERS = ['Heartbeat', 'ProbeMissing', 'RestoreUntried'];
const isForClusters = ({ alert = '' }: Rule) => !NOT_FOR_CLUSTERS.includes(alert);

/** @returns a PrometheusRule, as YAML */
export function alertManifest(ruleGroups: readonly RuleGroup[]): string {
  const groups = ruleGroups.map(({ name, rules }) => ({ name, rules: rules.filter(isForClusters).map(withNamespace) }));
  const document = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'inkling' },
    spec: { groups },
  };
  const head = '# From infra/observability/alerts, by node infra/kubernetes/alert-rules.mjs.\n';
  return head + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** An AlertmanagerConfig receives only alerts with its namespace's label, which aggregations drop. */
const withNamespace = (rule: Rule) =>
  rule.alert === undefined ? rule : { ...rule, labels: { ...rule.labels, namespace: NAMESPACE } };

/** `node infra/kubernetes/alert-rules.mjs`. */
export const main = () => writeFile(MANIFEST, alertManifest(ruleGroups()));
