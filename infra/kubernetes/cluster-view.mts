/** What a rendered overlay amounts to: workloads, their pods, and which of them may connect to which. */
import { ofKind, type IPodSpec, type LabelSelector, type Manifest, type Peer, type PolicyRule } from './manifest.mts';

/** The pods that one document makes. */
export interface Workload<Document extends Manifest = Manifest> {
  name: string;
  kind: string;
  /** Of its pods. */
  labels: Record<string, string>;
  pod: IPodSpec;
  document: Document;
}

const INTERNET: Record<string, string | undefined> = { '0.0.0.0/0': 'internet', '::/0': 'internet (v6)' };
/** CloudNativePG chooses the labels and ports of its pods. */
const POSTGRES_PORTS = [
  { name: 'postgresql', containerPort: 5432 },
  { name: 'status', containerPort: 8000 },
  { name: 'metrics', containerPort: 9187 },
];

/**
 * @returns the workloads with a pod template; PostgreSQL's pods have none
 * @throws for a CronJob, whose template is somewhere else
 */
export const workloadsOf = (documents: readonly Manifest[]) =>
  ofKind(documents, 'Deployment', 'StatefulSet', 'Job', 'DaemonSet', 'CronJob').map((document) => ({
    name: document.metadata.name,
    kind: document.kind,
    labels: document.spec.template.metadata.labels,
    pod: document.spec.template.spec,
    document,
  }));

/** @returns the pods of every CloudNativePG Cluster */
export const postgresOf = (documents: readonly Manifest[]): Workload[] =>
  ofKind(documents, 'Cluster').map((document) => ({
    name: document.metadata.name,
    kind: 'Cluster',
    labels: { 'cnpg.io/cluster': document.metadata.name },
    pod: { containers: [{ name: 'postgres', ports: POSTGRES_PORTS }] },
    document,
  }));

/** @returns the nginx pods that NGINX Gateway Fabric runs for a Gateway of its class */
const gatewaysOf = (documents: readonly Manifest[]): Workload[] =>
  ofKind(documents, 'Gateway')
    .filter(({ spec }) => spec.gatewayClassName === 'nginx')
    .map((document) => {
      const ports = document.spec.listeners.map(({ name, port }) => ({ name, containerPort: port }));
      return {
        name: `${document.metadata.name}-nginx`,
        kind: 'Gateway',
        labels: { 'gateway.networking.k8s.io/gateway-name': document.metadata.name },
        pod: { containers: [{ name: 'nginx', ports }] },
        document,
      };
    });

/** @returns a pod's containers, including its init containers */
export const containersOf = (pod: IPodSpec) => [...(pod.initContainers ?? []), ...pod.containers];

/** @throws for an operator other than `In`, the only one that the manifests use */
export function selects(selector: LabelSelector, labels: Record<string, string>): boolean {
  const equal = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  const among = (selector.matchExpressions ?? []).every(({ key, operator, values }) => {
    if (operator !== 'In') throw new Error(`the operator ${operator} is not known here`);
    return values.some((value) => value === labels[key]);
  });
  return equal && among;
}

/**
 * Every connection between two pods, and to or from elsewhere, that the policies of both ends allow.
 * @returns sorted, such as `web -> gateway:8080`
 */
export function flowsOf(documents: readonly Manifest[]): string[] {
  const policies = ofKind(documents, 'NetworkPolicy');
  const rulesFor = ({ labels }: Workload, direction: 'ingress' | 'egress') =>
    policies.filter(({ spec }) => selects(spec.podSelector, labels)).flatMap(({ spec }) => spec[direction] ?? []);
  const pods: Workload[] = [...workloadsOf(documents), ...postgresOf(documents), ...gatewaysOf(documents)];
  const flows = pods.flatMap((pod) => [
    ...rulesFor(pod, 'egress').flatMap((rule) =>
      outsidersOf(rule).flatMap((peer) => rule.ports.map(({ port }) => `${pod.name} -> ${peer}:${port}`)),
    ),
    ...rulesFor(pod, 'ingress').flatMap((rule) =>
      outsidersOf(rule).flatMap((peer) =>
        rule.ports.map(({ port }) => `${peer} -> ${pod.name}:${portNumber(pod, port)}`),
      ),
    ),
    ...pods.flatMap((to) => {
      const out = rulesFor(pod, 'egress').filter((rule) => rule.to?.some((peer) => isPeer(peer, to)));
      const into = rulesFor(to, 'ingress').filter((rule) => !rule.from || rule.from.some((peer) => isPeer(peer, pod)));
      const open = portNumbers(to, into);
      return portNumbers(to, out).flatMap((port) => (open.includes(port) ? `${pod.name} -> ${to.name}:${port}` : []));
    }),
  ]);
  return [...new Set(flows)].sort();
}

/** A rule's other ends that are not pods of ours, which have no policies here that would have to agree. */
const outsidersOf = ({ to, from }: PolicyRule) =>
  (to ?? from)?.filter((peer) => !peer.podSelector).map(describe) ?? ['anywhere'];

const isPeer = ({ podSelector }: Peer, { labels }: Workload) => podSelector && selects(podSelector, labels);

const portNumbers = (pods: Workload, rules: readonly PolicyRule[]) =>
  rules.flatMap(({ ports }) => ports.flatMap(({ port }) => portNumber(pods, port) ?? []));

/** @returns undefined where the pods have no such port */
export function portNumber({ pod }: Workload, port: string | number): number | undefined {
  const ports = pod.containers.flatMap((container) => container.ports ?? []);
  return ports.find(({ name, containerPort }) => name === port || containerPort === port)?.containerPort;
}

function describe({ ipBlock, namespaceSelector }: Peer) {
  if (ipBlock) return INTERNET[ipBlock.cidr] ?? ipBlock.cidr;
  return `namespace ${namespaceSelector?.matchLabels['kubernetes.io/metadata.name']}`;
}
