import { LEAST_KUBERNETES } from '../../../kubernetes/versions.mjs';
import { isAtLeast, parseVersion } from '../../../local/version.mjs';
import { fail, ok, warn } from '../../findings.mjs';

/** PostgreSQL and NATS have three servers each, and no two share a node. */
const NODES = 3;

/** The cluster answers, is new enough, and has what every overlay expects. */
export const cluster = {
  name: 'cluster',
  run: async ({ kubectl }) => {
    const { code, stdout, stderr, problem } = await kubectl.version();
    if (problem === 'missing') return [fail('there is no kubectl on the PATH', 'Install kubectl.')];
    const server = code === 0 ? JSON.parse(stdout).serverVersion?.gitVersion : undefined;
    if (!server) {
      return [
        fail(
          `no cluster answers: ${stderr.split('\n').at(-1) || 'no answer'}`,
          'kubectl config get-contexts; kubectl config use-context NAME.',
        ),
      ];
    }
    return [version(server), ...(await Promise.all([nodes(kubectl), storage(kubectl), metrics(kubectl)]))];
  },
};

function version(text) {
  const found = parseVersion(text) ?? [];
  if (isAtLeast(found, parseVersion(LEAST_KUBERNETES) ?? [])) return ok(`Kubernetes ${text}`);
  return fail(`Kubernetes ${text} is older than ${LEAST_KUBERNETES}`, 'Update the cluster.');
}

async function nodes(kubectl) {
  const all = await kubectl.list('nodes');
  if (!Array.isArray(all)) return warn(`nodes cannot be looked at: ${all.problem}`, 'Ask whoever runs the cluster.');
  const ready = all.filter(({ status }) =>
    status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
  );
  if (ready.length >= NODES) return ok(`${ready.length} nodes are ready`);
  return warn(
    `${ready.length} of ${all.length} nodes are ready`,
    `overlays/production wants ${NODES}, one for each server of PostgreSQL.`,
  );
}

async function storage(kubectl) {
  const classes = await kubectl.list('storageclasses.storage.k8s.io');
  if (!Array.isArray(classes))
    return warn(`storage classes cannot be looked at: ${classes.problem}`, 'Ask whoever runs the cluster.');
  const standard = classes.find(
    ({ metadata }) => metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true',
  );
  if (!standard)
    return fail(
      'no storage class is the default',
      'kubectl patch storageclass NAME -p \'{"metadata":{"annotations":{"storageclass.kubernetes.io/is-default-class":"true"}}}\'',
    );
  if (standard.allowVolumeExpansion !== true)
    return warn(
      `volumes of ${standard.metadata.name} cannot grow`,
      'Give PostgreSQL a class whose volumes can, before it is full.',
    );
  return ok(`volumes are of ${standard.metadata.name}`);
}

async function metrics(kubectl) {
  const { code, stdout } = await kubectl.run('get', '--raw', '/apis/metrics.k8s.io/v1beta1');
  if (code === 0 && stdout.includes('PodMetrics')) return ok('metrics of pods are there');
  return fail('there are no metrics of pods, so nothing is scaled', 'Install metrics-server.');
}
