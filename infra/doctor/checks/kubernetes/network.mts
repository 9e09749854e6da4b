import { fail, ok, warn } from '../../findings.mts';
import type { Kubectl, Resource } from '../../kubectl.mts';
import type { Check } from '../../run.mts';

/** Network plugins by the names of what they run on every node, and whether they keep NetworkPolicies. */
const PLUGINS = [
  { name: /^(calico-node|canal)/, title: 'Calico', keeps: 'always' },
  { name: /^cilium(?!-envoy)/, title: 'Cilium', keeps: 'always' },
  { name: /^anetd/, title: 'GKE Dataplane V2', keeps: 'always' },
  { name: /^antrea-agent/, title: 'Antrea', keeps: 'always' },
  { name: /^kube-router/, title: 'kube-router', keeps: 'always' },
  { name: /^weave-net/, title: 'Weave', keeps: 'always' },
  { name: /^ovnkube-node/, title: 'OVN-Kubernetes', keeps: 'always' },
  { name: /^kube-ovn-cni/, title: 'Kube-OVN', keeps: 'always' },
  { name: /^azure-npm/, title: 'Azure network policy manager', keeps: 'always' },
  { name: /^kindnet/, title: 'kindnet', keeps: 'sometimes' },
  { name: /^aws-node/, title: 'Amazon VPC CNI', keeps: 'sometimes' },
  { name: /^kube-flannel/, title: 'Flannel', keeps: 'never' },
];
const NODE_LOCAL = /^(node-local-dns|nodelocaldns)/;
const DOCS = 'docs/operations/kubernetes.md#network-rules';

/** NetworkPolicies are kept as far as one can see, and name servers are where they allow them. */
export const network: Check = {
  name: 'network',
  run: async ({ kubectl }) => {
    const sets = await kubectl.listAll('daemonsets.apps');
    if (!Array.isArray(sets))
      return [warn(`network plugins cannot be looked at: ${sets.problem}`, 'Ask whether NetworkPolicies are kept.')];
    return [plugin(sets), ...(await nameServers(kubectl, sets))];
  },
};

function plugin(sets: Resource[]) {
  const found = PLUGINS.filter(({ name }) => sets.some(({ metadata }) => name.test(metadata.name)));
  const [always, sometimes, never] = ['always', 'sometimes', 'never'].map(
    (keeps) => found.find((one) => one.keeps === keeps)?.title,
  );
  if (always) return ok(`${always} keeps NetworkPolicies`);
  if (sometimes) {
    const text = `${sometimes} keeps NetworkPolicies only in newer versions, or where it is told to`;
    return warn(text, `Try it: ${DOCS}.`);
  }
  if (never) {
    const text = `${never} keeps no NetworkPolicies: every pod reaches every other`;
    return fail(text, 'Use a plugin that does, such as Calico or Cilium.');
  }
  return warn('no network plugin is recognised', `Try whether it keeps NetworkPolicies: ${DOCS}.`);
}

async function nameServers(kubectl: Kubectl, sets: Resource[]) {
  if (!sets.some(({ metadata }) => NODE_LOCAL.test(metadata.name))) return [];
  const policies = await kubectl.list('networkpolicies.networking.k8s.io');
  const allowed = Array.isArray(policies) && policies.some(({ metadata }) => metadata.name === 'node-local-dns');
  if (allowed) return [ok('the name server on every node may be asked')];
  const advice = `Add the component node-local-dns: ${DOCS}.`;
  return [fail('a name server runs on every node, which no NetworkPolicy allows', advice)];
}
