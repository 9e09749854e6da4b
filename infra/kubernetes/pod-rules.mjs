/** What must hold of every pod, as lists of what does not. */
import { SECRETS } from './secret-list.mjs';
import { containersOf, selects } from './cluster-view.mjs';

/**
 * The restricted pod security standard, and what this project wants beyond it.
 * @param {import('./cluster-view.mjs').Workload} workload
 * @returns {string[]}
 */
export function securityProblems({ name, pod }) {
  const wanted = {
    'pod.runAsNonRoot': pod.securityContext?.runAsNonRoot === true,
    'pod.seccompProfile': pod.securityContext?.seccompProfile?.type === 'RuntimeDefault',
    'pod.automountServiceAccountToken': pod.automountServiceAccountToken === false,
    'pod.enableServiceLinks': pod.enableServiceLinks === false,
    'no host namespaces': !pod.hostNetwork && !pod.hostPID && !pod.hostIPC,
  };
  for (const { name: container, securityContext, resources, image } of containersOf(pod)) {
    Object.assign(wanted, {
      [`${container}.allowPrivilegeEscalation`]: securityContext?.allowPrivilegeEscalation === false,
      [`${container}.readOnlyRootFilesystem`]: securityContext?.readOnlyRootFilesystem === true,
      [`${container}.capabilities`]:
        securityContext?.capabilities?.drop?.includes('ALL') === true && !securityContext.capabilities.add,
      [`${container}.runAsUser`]: securityContext?.runAsUser !== 0,
      [`${container}.requests`]: Boolean(resources?.requests?.cpu && resources.requests.memory),
      [`${container}.limits.memory`]: Boolean(resources?.limits?.memory),
      // The last colon belongs to the tag only behind the last slash.
      [`${container}.image`]: /:[\w.-]+$/.test(image.slice(image.lastIndexOf('/') + 1)) && !image.endsWith(':latest'),
    });
  }
  for (const { name: volume, hostPath } of pod.volumes ?? []) wanted[`volume ${volume}`] = !hostPath;
  return Object.entries(wanted)
    .filter(([, holds]) => !holds)
    .map(([what]) => `${name}: ${what}`);
}

/**
 * @param {import('./cluster-view.mjs').Workload} workload one that runs for good
 * @returns {string[]}
 */
export function probeProblems({ name, pod }) {
  return pod.containers.flatMap((container) =>
    ['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap((probe) => {
      const check = container[probe]?.httpGet;
      if (!check) return [`${name}: ${container.name} has no ${probe}`];
      const port = container.ports.find((candidate) => candidate.name === check.port);
      // What a kubelet gives a process to start must not depend on anything else.
      const path = probe === 'readinessProbe' || !/ready/.test(check.path);
      return [
        ...(port ? [] : [`${name}: ${probe} asks ${check.port}, which is no port`]),
        ...(path ? [] : [`${name}: ${probe} asks ${check.path}`]),
      ];
    }),
  );
}

/**
 * Every reference to a Secret names one that `secret-list.mjs` has, with that key; what may be missing is optional.
 * @param {import('./cluster-view.mjs').Workload} workload
 * @returns {string[]}
 */
export function secretProblems({ name, pod }) {
  const fromEnv = containersOf(pod).flatMap((container) =>
    (container.env ?? []).flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef ? [valueFrom.secretKeyRef] : [])),
  );
  const fromVolumes = (pod.volumes ?? []).flatMap(({ secret }) =>
    secret ? secret.items.map(({ key }) => ({ name: secret.secretName, key, optional: secret.optional })) : [],
  );
  return [...fromEnv, ...fromVolumes].flatMap(({ name: secret, key, optional = false }) => {
    const entry = SECRETS.find((candidate) => candidate.name === secret);
    if (!entry?.keys.includes(key)) return [`${name}: there is no key ${key} in ${secret}`];
    const mayBeMissing = entry.from === 'given' || secret === 'inkling-web-push';
    return mayBeMissing === optional ? [] : [`${name}: ${secret} is ${optional ? '' : 'not '}optional`];
  });
}

/**
 * The environment that a container gets, with the values of Secrets from `secretValue`.
 * @param {any} container
 * @param {any[]} documents
 * @param {(secret: string, key: string) => string | undefined} secretValue
 * @returns {Record<string, string>}
 * @throws when it names a ConfigMap, a key or a variable that is not there
 */
export function environmentOf(container, documents, secretValue) {
  const data = (name) => {
    const map = documents.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!map) throw new Error(`there is no ConfigMap ${name}`);
    return map.data ?? {};
  };
  const env = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    if (secretRef) throw new Error('Secrets are named key by key');
    Object.assign(env, data(configMapRef.name));
  }
  // Only variables declared above with `env` can be used in others.
  const declared = {};
  for (const { name, value, valueFrom } of container.env ?? []) {
    let given = value;
    if (valueFrom?.configMapKeyRef) {
      given = data(valueFrom.configMapKeyRef.name)[valueFrom.configMapKeyRef.key];
      if (given === undefined && !valueFrom.configMapKeyRef.optional)
        throw new Error(`${name}: there is no ${valueFrom.configMapKeyRef.key}`);
    } else if (valueFrom?.secretKeyRef) given = secretValue(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key);
    else if (valueFrom?.fieldRef) given = valueFrom.fieldRef.fieldPath;
    if (given === undefined) continue;
    declared[name] = given.replaceAll(/\$\((\w+)\)/g, (_, other) => {
      if (declared[other] === undefined) throw new Error(`${name} uses ${other}, which comes later or not at all`);
      return declared[other];
    });
  }
  return { ...env, ...declared };
}

/**
 * Longest time that a pod may need to end, against what it is given.
 * @param {import('./cluster-view.mjs').Workload} workload
 * @param {number} ownSeconds what the process itself takes at the most
 * @returns {string[]}
 */
export function graceProblems({ name, pod }, ownSeconds) {
  const sleep = Math.max(...pod.containers.map((container) => container.lifecycle?.preStop?.sleep?.seconds ?? 0));
  const given = pod.terminationGracePeriodSeconds ?? 30;
  return sleep + ownSeconds < given
    ? []
    : [`${name}: ends after up to ${sleep + ownSeconds} s and is killed after ${given} s`];
}

/**
 * @param {any[]} documents
 * @param {import('./cluster-view.mjs').Workload[]} workloads
 * @returns {string[]} selectors that select nothing, or too much
 */
export function selectorProblems(documents, workloads) {
  const problems = [];
  for (const { name, document, labels } of workloads) {
    if (document.spec.selector && !selects(document.spec.selector, labels))
      problems.push(`${name} does not select its own pods`);
  }
  for (const { kind, metadata, spec } of documents) {
    const selector = { Service: { matchLabels: spec?.selector }, PodDisruptionBudget: spec?.selector }[kind];
    if (!selector) continue;
    const selected = workloads.filter(({ labels }) => selects(selector, labels));
    if (selected.length !== 1)
      problems.push(`${kind} ${metadata.name} selects ${selected.map(({ name }) => name).join(', ') || 'nothing'}`);
    for (const { targetPort } of (kind === 'Service' && spec.ports) || []) {
      const ports = selected.flatMap(({ pod }) => pod.containers.flatMap((container) => container.ports ?? []));
      if (!ports.some(({ name }) => name === targetPort))
        problems.push(`Service ${metadata.name} leads to ${targetPort}, which is no port`);
    }
  }
  return problems;
}
