import { LEAST_KUBERNETES } from '../../../kubernetes/versions.mts';
import { isAtLeast, parseVersion } from '../../../local/version.mjs';
import { fail, ok, warn } from '../../findings.mts';
import { isTrue, type Conditions, type Kubectl, type Resource } from '../../kubectl.mts';
import type { Check } from '../../run.mts';

/** PostgreSQL and NATS have three servers each, and no two share a node. */
const NODES = 3;
const DEFAULT = 'storageclass.kubernetes.io/is-default-class';
const MAKE_DEFAULT = JSON.stringify({ metadata: { annotations: { [DEFAULT]: 'true' } } });
const ASK = 'Ask the operators of the cluster.';

/** The cluster answers, is new enough, and has what every overlay expects. */
export const cluster: Check = {
  name: 'cluster',
  run: async ({ kubectl }) => {
    const { code, stdout, stderr, problem } = await kubectl.version();
    if (problem === 'missing') return [fail('there is no kubectl on the PATH', 'Install kubectl.')];
    const server = code === 0 ? JSON.parse(stdout).serverVersion?.gitVersion : undefined;
    if (!server) {
      const reason = stderr.split('\n').at(-1) || 'no answer';
      return [fail(`no cluster answers: ${reason}`, 'kubectl config get-contexts; kubectl config use-context NAME.')];
    }
    return [version(server), ...(await Promise.all([nodes(kubectl), storage(kubectl), metrics(kubectl)]))];
  },
};

function version(text: string) {
  const found = parseVersion(text) ?? [];
  if (isAtLeast(found, parseVersion(LEAST_KUBERNETES) ?? [])) return ok(`Kubernetes ${text}`);
  return fail(`Kubernetes ${text} is older than ${LEAST_KUBERNETES}`, 'Update the cluster.');
}

async function nodes(kubectl: Kubectl) {
  const all = await kubectl.listAll<Resource & { status?: Conditions }>('nodes');
  if (!Array.isArray(all)) return warn(`nodes cannot be looked at: ${all.problem}`, ASK);
  const ready = all.filter(({ status }) => isTrue(status, 'Ready'));
  if (ready.length >= NODES) return ok(`${ready.length} nodes are ready`);
  const advice = `overlays/production wants ${NODES}, one for each server of PostgreSQL.`;
  return warn(`${ready.length} of ${all.length} nodes are ready`, advice);
}

async function storage(kubectl: Kubectl) {
  const classes = await kubectl.listAll<Resource & { allowVolumeExpansion?: boolean }>('storageclasses.storage.k8s.io');
  if (!Array.isArray(classes)) return warn(`storage classes cannot be looked at: ${classes.problem}`, ASK);
  const standard = classes.find(({ metadata }) => metadata.annotations?.[DEFAULT] === 'true');
  if (!standard) return fail('no storage class is the default', `kubectl patch storageclass NAME -p '${MAKE_DEFAULT}'`);
  const { name } = standard.metadata;
  if (standard.allowVolumeExpansion === true) return ok(`volumes are of ${name}`);
  return warn(`volumes of ${name} cannot grow`, 'Give PostgreSQL a class whose volumes can, before it is full.');
}

async function metrics(kubectl: Kubectl) {
  const { code, stdout } = await kubectl.run('get', '--raw', '/apis/metrics.k8s.io/v1beta1');
  if (code === 0 && stdout.includes('PodMetrics')) return ok('metrics of pods are there');
  return fail('there are no metrics of pods, so nothing is scaled', 'Install metrics-server.');
}
