import { fail, ok, warn } from '../../findings.mts';
import type { Kubectl, Resource } from '../../kubectl.mts';
import type { Check } from '../../run.mts';

interface Plugin {
  /** Of what it runs on every node. */
  name: RegExp;
  title: string;
  /** Whether it keeps NetworkPolicies; undefined: it depends. */
  keeps: boolean | undefined;
}

const PLUGINS: Plugin[] = [
  { name: /^(calico-node|canal)/, title: 'Calico', keeps: true },
  { name: /^cilium(?!-envoy)/, title: 'Cilium', keeps: true },
  { name: /^anetd/, title: 'GKE Dataplane V2', keeps: true },
  { name: /^antrea-agent/, title: 'Antrea', keeps: true },
  { name: /^kube-router/, title: 'kube-router', keeps: true },
  { name: /^weave-net/, title: 'Weave', keeps: true },
  { name: /^ovnkube-node/, title: 'OVN-Kubernetes', keeps: true },
  { name: /^kube-ovn-cni/, title: 'Kube-OVN', keeps: true },
  { name: /^azure-npm/, title: 'Azure network policy manager', keeps: true },
  { name: /^kindnet/, title: 'kindnet', keeps: undefined },
  { name: /^aws-node/, title: 'Amazon VPC CNI', keeps: undefined },
  { name: /^kube-flannel/, title: 'Flannel', keeps: false },
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
  const [known] = found;
  const first = (wanted: Plugin['keeps']) => found.find(({ keeps }) => keeps === wanted)?.title;
  if (first(true)) return ok(`${first(true)} keeps NetworkPolicies`);
  if (first(undefined))
    return warn(
      `${first(undefined)} keeps NetworkPolicies only in newer versions, or where it is told to`,
      `Try it: ${DOCS}.`,
    );
  if (known)
    return fail(
      `${known.title} keeps no NetworkPolicies: every pod reaches every other`,
      'Use a plugin that does, such as Calico or Cilium.',
    );
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
