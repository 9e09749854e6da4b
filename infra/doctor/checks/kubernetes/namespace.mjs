import { fail, ok, warn } from '../../findings.mjs';

const HOUR_MS = 3_600_000;
const LATE_HOURS = 49;

/** What runs in the namespace: deployments, jobs, the database and its backups. */
export const namespace = {
  name: 'namespace',
  run: async ({ kubectl, host }) => {
    const at = { namespaced: true };
    const [deployments, jobs, databases, backups] = await Promise.all([
      kubectl.list('deployments.apps', at),
      kubectl.list('jobs.batch', at),
      kubectl.list('clusters.postgresql.cnpg.io', at),
      kubectl.list('backups.postgresql.cnpg.io', at),
    ]);
    if (!Array.isArray(deployments))
      return [
        fail(
          `the namespace ${kubectl.namespace} cannot be looked at: ${deployments.problem}`,
          'Look at your rights there.',
        ),
      ];
    if (deployments.length === 0)
      return [warn(`nothing runs in ${kubectl.namespace}`, 'kubectl apply -k your/overlay')];
    const known = (list) => (Array.isArray(list) ? list : []);
    return [
      ...running(deployments, kubectl.namespace),
      ...known(jobs).flatMap((job) => jobFindings(job, kubectl.namespace)),
      ...known(databases).map((database) => databaseFinding(database, kubectl.namespace)),
      ...backupFindings(known(databases), known(backups), host.now()),
    ];
  },
};

function running(deployments, where) {
  const away = deployments.filter(({ spec, status }) => spec.replicas > 0 && !(status?.availableReplicas > 0));
  const less = deployments.filter(
    (one) => !away.includes(one) && (one.status?.availableReplicas ?? 0) < one.spec.replicas,
  );
  const problems = [
    ...away.map(({ metadata }) =>
      fail(
        `${metadata.name}: no pod is available`,
        `kubectl -n ${where} describe pods -l app.kubernetes.io/name=${metadata.name}`,
      ),
    ),
    ...less.map(({ metadata, spec, status }) =>
      warn(
        `${metadata.name}: ${status?.availableReplicas ?? 0} of ${spec.replicas} pods are available`,
        `kubectl -n ${where} get pods -l app.kubernetes.io/name=${metadata.name}`,
      ),
    ),
  ];
  const versions = new Set(
    deployments.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ image }) => /\/?inkling\/[\w-]+:([\w.-]+)$/.exec(image)?.[1] ?? []),
    ),
  );
  const mixed =
    versions.size > 1
      ? [
          warn(
            `images of several versions run: ${[...versions].join(', ')}`,
            'Set the same newTag for all in your overlay, and apply it.',
          ),
        ]
      : [];
  const fine =
    problems.length + mixed.length === 0
      ? [ok(`${deployments.length} deployments run, version ${[...versions].join(', ') || 'not known'}`)]
      : [];
  return [...problems, ...mixed, ...fine];
}

function jobFindings({ metadata, status }, where) {
  const failed = status?.conditions?.some(({ type, status: is }) => type === 'Failed' && is === 'True');
  return failed
    ? [fail(`the job ${metadata.name} has failed`, `kubectl -n ${where} logs job/${metadata.name} --all-containers`)]
    : [];
}

function databaseFinding({ metadata, spec, status }, where) {
  const ready = status?.readyInstances ?? 0;
  const text = `${metadata.name}: ${ready} of ${spec.instances} servers are ready`;
  const look = `kubectl -n ${where} describe cluster ${metadata.name}`;
  if (ready === 0) return fail(text, look);
  return ready < spec.instances ? warn(text, look) : ok(text);
}

function backupFindings(databases, backups, now) {
  return databases
    .filter(({ spec }) => spec.plugins?.some(({ isWALArchiver }) => isWALArchiver))
    .flatMap(({ metadata, status }) => {
      const archiving = status?.conditions?.find(({ type }) => type === 'ContinuousArchiving');
      const broken =
        archiving?.status === 'False'
          ? [
              fail(
                `${metadata.name} does not archive its log: ${archiving.message ?? archiving.reason}`,
                'Look at the bucket, its Secret and the logs of plugin-barman-cloud.',
              ),
            ]
          : [];
      const times = backups
        .filter(({ spec, status: is }) => spec.cluster?.name === metadata.name && is?.phase === 'completed')
        .map(({ status: is }) => Date.parse(is.stoppedAt));
      const newest = Math.max(...times, -Infinity);
      const hours = Math.round((now - newest) / HOUR_MS);
      if (newest === -Infinity)
        return [
          ...broken,
          fail(
            `${metadata.name} has no complete backup`,
            'kubectl get backups; kubectl describe scheduledbackup inkling-postgres.',
          ),
        ];
      const text = `the newest backup of ${metadata.name} is ${hours} hours old`;
      return [
        ...broken,
        hours > LATE_HOURS ? fail(text, 'kubectl describe scheduledbackup inkling-postgres.') : ok(text),
      ];
    });
}
