import { fail, ok, warn } from '../../findings.mjs';

/** Network plugins by the names of what they run on every node, and whether they keep NetworkPolicies. */
const PLUGINS = [
  [/^(calico-node|canal)/, 'Calico', true],
  [/^cilium(?!-envoy)/, 'Cilium', true],
  [/^anetd/, 'GKE Dataplane V2', true],
  [/^antrea-agent/, 'Antrea', true],
  [/^kube-router/, 'kube-router', true],
  [/^weave-net/, 'Weave', true],
  [/^ovnkube-node/, 'OVN-Kubernetes', true],
  [/^kube-ovn-cni/, 'Kube-OVN', true],
  [/^azure-npm/, 'Azure network policy manager', true],
  [/^kindnet/, 'kindnet', undefined],
  [/^aws-node/, 'Amazon VPC CNI', undefined],
  [/^kube-flannel/, 'Flannel', false],
];
const NODE_LOCAL = /^(node-local-dns|nodelocaldns)/;

/** NetworkPolicies are kept as far as one can see, and name servers are where they allow them. */
export const network = {
  name: 'network',
  run: async ({ kubectl }) => {
    const sets = await kubectl.list('daemonsets.apps');
    if (!Array.isArray(sets))
      return [warn(`network plugins cannot be looked at: ${sets.problem}`, 'Ask whether NetworkPolicies are kept.')];
    return [plugin(sets), ...(await names(kubectl, sets))];
  },
};

function plugin(sets) {
  const found = PLUGINS.filter(([name]) => sets.some(({ metadata }) => name.test(metadata.name)));
  const keeps = found.find(([, , enforces]) => enforces === true);
  if (keeps) return ok(`${keeps[1]} keeps NetworkPolicies`);
  const unsure = found.find(([, , enforces]) => enforces === undefined);
  if (unsure)
    return warn(
      `${unsure[1]} keeps NetworkPolicies only in newer versions, or where it is told to`,
      'Try it: docs/operations/kubernetes.md#network-rules.',
    );
  if (found.length > 0)
    return fail(
      `${found[0][1]} keeps no NetworkPolicies: every pod reaches every other`,
      'Use a plugin that does, such as Calico or Cilium.',
    );
  return warn(
    'no network plugin is recognised',
    'Try whether it keeps NetworkPolicies: docs/operations/kubernetes.md#network-rules.',
  );
}

async function names(kubectl, sets) {
  if (!sets.some(({ metadata }) => NODE_LOCAL.test(metadata.name))) return [];
  const policies = await kubectl.list('networkpolicies.networking.k8s.io', { namespaced: true });
  const allowed = Array.isArray(policies) && policies.some(({ metadata }) => metadata.name === 'node-local-dns');
  if (allowed) return [ok('the name server on every node may be asked')];
  return [
    fail(
      'a name server runs on every node, which no NetworkPolicy allows',
      'Add the component node-local-dns: docs/operations/kubernetes.md#network-rules.',
    ),
  ];
}
