/** Rules for pods and for what selects them. Each function lists what breaks them. */
import { containersOf, selects, type Workload } from './cluster-view.mts';
import { ofKind, type IContainer, type LabelSelector, type Manifest, type PodTemplate } from './manifest.mts';
import { SECRETS } from './secret-list.mts';

/** The restricted pod security standard, and what this project requires beyond it. */
export function securityProblems({ name, pod }: Workload): string[] {
  const rules: Record<string, boolean> = {
    'pod.runAsNonRoot': pod.securityContext?.runAsNonRoot === true,
    'pod.seccompProfile': pod.securityContext?.seccompProfile?.type === 'RuntimeDefault',
    'pod.automountServiceAccountToken': pod.automountServiceAccountToken === false,
    'pod.enableServiceLinks': pod.enableServiceLinks === false,
    'no host namespaces': !pod.hostNetwork && !pod.hostPID && !pod.hostIPC,
  };
  for (const { name: container, securityContext, resources, image = '' } of containersOf(pod)) {
    Object.assign(rules, {
      [`${container}.allowPrivilegeEscalation`]: securityContext?.allowPrivilegeEscalation === false,
      [`${container}.readOnlyRootFilesystem`]: securityContext?.readOnlyRootFilesystem === true,
      [`${container}.capabilities`]:
        securityContext?.capabilities?.drop?.includes('ALL') === true && !securityContext.capabilities.add,
      [`${container}.runAsUser`]: securityContext?.runAsUser !== 0,
      [`${container}.requests`]: Boolean(resources?.requests?.cpu && resources.requests.memory),
      [`${container}.limits.memory`]: Boolean(resources?.limits?.memory),
      // A colon before the last slash belongs to the registry's port.
      [`${container}.image`]: /:[\w.-]+$/.test(image.slice(image.lastIndexOf('/') + 1)) && !image.endsWith(':latest'),
    });
  }
  for (const { name: volume, hostPath } of pod.volumes ?? []) rules[`volume ${volume}`] = !hostPath;
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : `${name}: ${rule}`));
}

/** @param workload one that is meant to run forever */
export function probeProblems({ name, pod }: Workload): string[] {
  return pod.containers.flatMap((container) =>
    (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).flatMap((probe) => {
      const check = container[probe]?.httpGet;
      if (!check) return [`${name}: ${container.name} has no ${probe}`];
      const isPort = container.ports?.some((port) => port.name === check.port);
      // A pod is not restarted because something that it needs is missing.
      const isOwn = probe === 'readinessProbe' || !check.path?.includes('ready');
      return [
        ...(isPort ? [] : [`${name}: ${probe} asks ${check.port}, which is no port`]),
        ...(isOwn ? [] : [`${name}: ${probe} asks ${check.path}`]),
      ];
    }),
  );
}

/** Every reference to a Secret names one of `secret-list.mts` and a key in it; what may be missing is optional. */
export function secretProblems({ name, pod }: Workload): string[] {
  const fromEnv = containersOf(pod).flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
  );
  const fromVolumes = (pod.volumes ?? []).flatMap(({ secret }) => {
    if (!secret) return [];
    if (!secret.items) throw new Error(`${name}: list the keys that it takes from ${secret.secretName}`);
    return secret.items.map(({ key }) => ({ name: secret.secretName, key, optional: secret.optional }));
  });
  return [...fromEnv, ...fromVolumes].flatMap(({ name: secret, key, optional = false }) => {
    const entry = SECRETS.find((candidate) => candidate.name === secret);
    if (!entry?.keys.includes(key)) return [`${name}: there is no key ${key} in ${secret}`];
    const mayBeMissing = entry.from === 'given' || secret === 'inkling-web-push';
    return mayBeMissing === optional ? [] : [`${name}: ${secret} is ${optional ? '' : 'not '}optional`];
  });
}

/**
 * The environment that Kubernetes gives a container.
 * @param secretValue the value of a Secret's key, or undefined where it is missing
 * @throws for a reference to a ConfigMap, a key or a variable that does not exist
 */
export function environmentOf(
  container: Pick<IContainer, 'env' | 'envFrom'>,
  documents: readonly Manifest[],
  secretValue: (secret: string | undefined, key: string) => string | undefined,
): Record<string, string> {
  const data = (name: string | undefined) => {
    const map = documents.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!map) throw new Error(`there is no ConfigMap ${name}`);
    return map.data ?? {};
  };
  const env: Record<string, string> = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    if (secretRef) throw new Error('Secrets are named key by key');
    Object.assign(env, data(configMapRef?.name));
  }
  // A variable may use only those of `env` that stand before it.
  const declared: Record<string, string> = {};
  for (const { name, value, valueFrom } of container.env ?? []) {
    const { configMapKeyRef, secretKeyRef, fieldRef } = valueFrom ?? {};
    let given = value;
    if (configMapKeyRef) {
      given = data(configMapKeyRef.name)[configMapKeyRef.key];
      if (given === undefined && !configMapKeyRef.optional)
        throw new Error(`${name}: there is no ${configMapKeyRef.key}`);
    } else if (secretKeyRef) given = secretValue(secretKeyRef.name, secretKeyRef.key);
    else if (fieldRef) given = fieldRef.fieldPath;
    if (given === undefined) continue;
    declared[name] = given.replaceAll(/\$\((\w+)\)/g, (_, other: string) => {
      const known = declared[other];
      if (known === undefined) throw new Error(`${name} uses ${other}, which comes later or not at all`);
      return known;
    });
  }
  return { ...env, ...declared };
}

/** @param ownSeconds the longest time that the process itself takes to end */
export function graceProblems({ name, pod }: Workload, ownSeconds: number): string[] {
  const sleep = Math.max(...pod.containers.map((container) => container.lifecycle?.preStop?.sleep?.seconds ?? 0));
  const given = pod.terminationGracePeriodSeconds ?? 30;
  return sleep + ownSeconds < given
    ? []
    : [`${name}: ends after up to ${sleep + ownSeconds} s and is killed after ${given} s`];
}

/** Selectors that select nothing or too much, and Services that lead to no port. */
export function selectorProblems(
  documents: readonly Manifest[],
  workloads: readonly Workload<Manifest<PodTemplate>>[],
): string[] {
  const problems = workloads.flatMap(({ name, document: { spec }, labels }) =>
    spec.selector && !selects(spec.selector, labels) ? `${name} does not select its own pods` : [],
  );
  const select = (name: string, selector: LabelSelector) => {
    const selected = workloads.filter(({ labels }) => selects(selector, labels));
    if (selected.length !== 1)
      problems.push(`${name} selects ${selected.map((workload) => workload.name).join(', ') || 'nothing'}`);
    return selected;
  };
  for (const { kind, metadata, spec } of ofKind(documents, 'PodDisruptionBudget'))
    select(`${kind} ${metadata.name}`, spec.selector);
  for (const { kind, metadata, spec } of ofKind(documents, 'Service')) {
    const name = `${kind} ${metadata.name}`;
    const containers = select(name, { matchLabels: spec.selector }).flatMap(({ pod }) => pod.containers);
    for (const { targetPort } of spec.ports ?? [])
      if (!containers.some(({ ports = [] }) => ports.some((port) => port.name === targetPort)))
        problems.push(`${name} leads to ${targetPort}, which is no port`);
  }
  return problems;
}
