import { NEEDED } from '../../../kubernetes/versions.mjs';
import { isAtLeast, parseVersion } from '../../../local/version.mjs';
import { fail, ok, warn } from '../../findings.mjs';

const DOCS = 'docs/operations/kubernetes.md#prerequisites';
/** Without these overlays/production is refused; the others belong to components that one may leave out. */
const REQUIRED = new Set(['postgres', 'postgres-backup', 'gateway-api']);
const BUNDLE = 'gateway.networking.k8s.io/bundle-version';

/** Operators and definitions of kinds, with their versions. */
export const operators = {
  name: 'operators',
  run: async ({ kubectl }) => {
    const [crds, deployments] = await Promise.all([
      kubectl.list('customresourcedefinitions.apiextensions.k8s.io'),
      kubectl.list('deployments.apps'),
    ]);
    if (!Array.isArray(crds))
      return [warn(`definitions of kinds cannot be looked at: ${crds.problem}`, 'Ask whoever runs the cluster.')];
    const workloads = Array.isArray(deployments) ? deployments : [];
    // What was applied without a kind does without it.
    const applied = workloads.some(
      ({ metadata }) => metadata.namespace === kubectl.namespace && metadata.name === 'gateway',
    );
    const wanted = NEEDED.filter(({ crd }) => !applied || crds.some(({ metadata }) => metadata.name === crd));
    return wanted.map((needed) => finding(needed, crds, workloads));
  },
};

function finding({ name, least, crd, image, component, why }, crds, workloads) {
  const required = REQUIRED.has(component);
  const complain = required ? fail : warn;
  const definition = crds.find(({ metadata }) => metadata.name === crd);
  const install = `Install ${least} or newer: ${DOCS}.`;
  if (!definition) {
    return complain(
      `${name} is not there (${why})`,
      required ? install : `${install} Or leave the component ${component} out.`,
    );
  }
  const running = workloads
    .map((workload) => ({ workload, version: versionOf(workload, image) }))
    .find(({ version }) => version);
  const version = running?.version ?? definition.metadata.annotations?.[BUNDLE];
  if (!version) return warn(`${name} has its kinds here; its version is not known`, `${least} or newer is needed.`);
  if (!isAtLeast(parseVersion(version) ?? [], parseVersion(least) ?? []))
    return complain(`${name} ${version} is older than ${least}`, install);
  const { namespace, name: deployment } = running?.workload.metadata ?? {};
  if (running && !(running.workload.status?.availableReplicas > 0)) {
    return complain(`${name} ${version} does not run`, `kubectl -n ${namespace} describe deployment ${deployment}`);
  }
  return ok(`${name} ${version.replace(/^v/, '')}`);
}

function versionOf({ spec }, image) {
  const images = spec.template.spec.containers.map((container) => container.image);
  return images.map((text) => image.exec(text)?.[1]).find(Boolean);
}
