/** What a rendered overlay amounts to: workloads, their pods, and which of them may speak to which. */

/**
 * Pods of one kind.
 * @typedef {object} Workload
 * @property {string} name
 * @property {string} kind
 * @property {Record<string, string>} labels of its pods
 * @property {any} pod the pod's spec
 * @property {any} document
 */

const INTERNET = { '0.0.0.0/0': 'internet', '::/0': 'internet (v6)' };
/** CloudNativePG makes these pods; their labels and ports are its own. */
const POSTGRES_PORTS = [
  { name: 'postgresql', containerPort: 5432 },
  { name: 'status', containerPort: 8000 },
  { name: 'metrics', containerPort: 9187 },
];

/**
 * @param {any[]} documents
 * @returns {Workload[]} without the pods of PostgreSQL
 */
export function workloadsOf(documents) {
  const templates = documents.filter(({ kind }) =>
    ['Deployment', 'StatefulSet', 'Job', 'DaemonSet', 'CronJob'].includes(kind),
  );
  return templates.map((document) => ({
    name: document.metadata.name,
    kind: document.kind,
    labels: document.spec.template.metadata.labels,
    pod: document.spec.template.spec,
    document,
  }));
}

/**
 * @param {any[]} documents
 * @returns {Workload[]} the pods that a Cluster of CloudNativePG has
 */
export function postgresOf(documents) {
  return documents
    .filter(({ kind }) => kind === 'Cluster')
    .map((document) => ({
      name: document.metadata.name,
      kind: 'Cluster',
      labels: { 'cnpg.io/cluster': document.metadata.name },
      pod: { containers: [{ name: 'postgres', ports: POSTGRES_PORTS }] },
      document,
    }));
}

/**
 * @param {any[]} documents
 * @returns {Workload[]} the nginx that NGINX Gateway Fabric runs for a Gateway of its class, with its own labels and
 *   name
 */
export function gatewaysOf(documents) {
  return documents
    .filter(({ kind, spec }) => kind === 'Gateway' && spec.gatewayClassName === 'nginx')
    .map((document) => ({
      name: `${document.metadata.name}-nginx`,
      kind: 'Gateway',
      labels: { 'gateway.networking.k8s.io/gateway-name': document.metadata.name },
      pod: {
        containers: [
          { name: 'nginx', ports: document.spec.listeners.map(({ name, port }) => ({ name, containerPort: port })) },
        ],
      },
      document,
    }));
}

/** @returns {any[]} a pod's containers, those that run first included */
export const containersOf = (pod) => [...(pod.initContainers ?? []), ...pod.containers];

/**
 * @param {any} selector of labels
 * @param {Record<string, string>} labels
 * @returns {boolean}
 */
export function selects(selector, labels) {
  const equal = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  const among = (selector.matchExpressions ?? []).every(({ key, operator, values }) => {
    if (operator !== 'In') throw new Error(`the operator ${operator} is not known here`);
    return values.includes(labels[key]);
  });
  return equal && among;
}

/**
 * Every way from one pod to another, or to and from elsewhere, that both ends' policies leave open.
 * @param {any[]} documents
 * @returns {string[]} sorted, such as `web -> gateway:8080`
 */
export function flowsOf(documents) {
  const policies = documents.filter(({ kind }) => kind === 'NetworkPolicy');
  const pods = [...workloadsOf(documents), ...postgresOf(documents), ...gatewaysOf(documents)];
  const flows = new Set();
  for (const from of pods) {
    for (const rule of rulesFor(policies, from, 'egress')) {
      // Only an answer from the other end makes it a way inside; elsewhere there are no policies of ours.
      for (const peer of rule.to ?? [{ anywhere: true }])
        if (!peer.podSelector)
          for (const port of rule.ports) flows.add(`${from.name} -> ${describe(peer)}:${port.port}`);
    }
    for (const to of pods) {
      for (const port of openPorts(policies, from, to)) flows.add(`${from.name} -> ${to.name}:${port}`);
    }
  }
  for (const to of pods) {
    for (const rule of rulesFor(policies, to, 'ingress')) {
      for (const peer of rule.from ?? [{ anywhere: true }])
        if (!peer.podSelector)
          for (const { port } of rule.ports) flows.add(`${describe(peer)} -> ${to.name}:${portNumber(to, port)}`);
    }
  }
  return [...flows].sort((one, other) => (one < other ? -1 : 1));
}

function openPorts(policies, from, to) {
  const out = rulesFor(policies, from, 'egress').filter((rule) =>
    rule.to?.some((peer) => peer.podSelector && selects(peer.podSelector, to.labels)),
  );
  const into = rulesFor(policies, to, 'ingress').filter(
    (rule) => !rule.from || rule.from.some((peer) => peer.podSelector && selects(peer.podSelector, from.labels)),
  );
  const numbers = (rules) => new Set(rules.flatMap((rule) => rule.ports.map(({ port }) => portNumber(to, port))));
  return [...numbers(out).intersection(numbers(into))].filter((port) => port !== undefined);
}

const rulesFor = (policies, { labels }, direction) =>
  policies.filter(({ spec }) => selects(spec.podSelector, labels)).flatMap(({ spec }) => spec[direction] ?? []);

/**
 * @param {Workload} workload
 * @param {string | number} port
 * @returns {number | undefined} undefined where the pods have no such port
 */
export function portNumber({ pod }, port) {
  const ports = pod.containers.flatMap((container) => container.ports ?? []);
  return ports.find(({ name, containerPort }) => name === port || containerPort === port)?.containerPort;
}

function describe(peer) {
  if (peer.anywhere) return 'anywhere';
  if (peer.ipBlock) return INTERNET[peer.ipBlock.cidr] ?? peer.ipBlock.cidr;
  return `namespace ${peer.namespaceSelector.matchLabels['kubernetes.io/metadata.name']}`;
}
