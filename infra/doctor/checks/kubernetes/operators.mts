import { NEEDED } from '../../../kubernetes/versions.mts';
import { isAtLeast, parseVersion } from '../../../local/version.mjs';
import { fail, ok, warn } from '../../findings.mts';
import type { Deployment, Resource } from '../../kubectl.mts';
import type { Check } from '../../run.mts';

const DOCS = 'docs/operations/kubernetes.md#prerequisites';
/** Without these overlays/production is refused; the other components may be left out. */
const REQUIRED = ['postgres', 'postgres-backup', 'gateway-api'];
const BUNDLE = 'gateway.networking.k8s.io/bundle-version';

/** Operators and definitions of kinds are there, new enough. */
export const operators: Check = {
  name: 'operators',
  run: async ({ kubectl }) => {
    const [definitions, deployments] = await Promise.all([
      kubectl.listAll('customresourcedefinitions.apiextensions.k8s.io'),
      kubectl.listAll<Deployment>('deployments.apps'),
    ]);
    if (!Array.isArray(definitions))
      return [
        warn(`definitions of kinds cannot be looked at: ${definitions.problem}`, 'Ask the operators of the cluster.'),
      ];
    const workloads = Array.isArray(deployments) ? deployments : [];
    const applied = workloads.some(
      ({ metadata }) => metadata.namespace === kubectl.namespace && metadata.name === 'gateway',
    );
    // An application that runs without a kind does not need it.
    return NEEDED.flatMap((needed) => {
      const definition = definitions.find(({ metadata }) => metadata.name === needed.crd);
      return applied && !definition ? [] : [finding(needed, definition, workloads)];
    });
  },
};

function finding(
  { name, least, image, component, why }: (typeof NEEDED)[number],
  definition: Resource | undefined,
  workloads: Deployment[],
) {
  const required = REQUIRED.includes(component ?? '');
  const complain = required ? fail : warn;
  const install = `Install ${least} or newer: ${DOCS}.`;
  if (!definition) {
    const advice = required ? install : `${install} Or leave the component ${component} out.`;
    return complain(`${name} is not there (${why})`, advice);
  }
  const running = workloads.find((workload) => versionOf(workload, image));
  const version = running ? versionOf(running, image) : definition.metadata.annotations?.[BUNDLE];
  if (!version) return warn(`${name} has its kinds here; its version is not known`, `${least} or newer is needed.`);
  if (!isAtLeast(parseVersion(version) ?? [], parseVersion(least) ?? []))
    return complain(`${name} ${version} is older than ${least}`, install);
  if (running && !running.status?.availableReplicas) {
    const { namespace, name: deployment } = running.metadata;
    return complain(`${name} ${version} does not run`, `kubectl -n ${namespace} describe deployment ${deployment}`);
  }
  return ok(`${name} ${version.replace(/^v/, '')}`);
}

const versionOf = ({ spec }: Deployment, image: RegExp) =>
  spec.template.spec.containers.map((container) => image.exec(container.image)?.[1]).find(Boolean);
