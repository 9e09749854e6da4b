import { fail, ok, warn } from '../../findings.mts';
import { isTrue, type Conditions, type Deployment, type Refused, type Resource } from '../../kubectl.mts';
import type { Check } from '../../run.mts';

const HOUR_MS = 3_600_000;
const LATE_HOURS = 49;
const IMAGE = /\/?inkling\/[\w-]+:([\w.-]+)$/;

type Job = Resource & { status?: Conditions };

/** Of CloudNativePG. */
interface Cluster extends Resource {
  spec: { instances: number; plugins?: { isWALArchiver?: boolean }[] };
  status?: Conditions & { readyInstances?: number };
}

interface Backup extends Resource {
  spec: { cluster?: { name: string } };
  status?: { phase?: string; stoppedAt?: string };
}

/** What runs in the namespace is complete: deployments, jobs, the database and its backups. */
export const namespace: Check = {
  name: 'namespace',
  run: async ({ kubectl, host }) => {
    const [deployments, jobs, clusters, backups] = await Promise.all([
      kubectl.list<Deployment>('deployments.apps'),
      kubectl.list<Job>('jobs.batch'),
      kubectl.list<Cluster>('clusters.postgresql.cnpg.io'),
      kubectl.list<Backup>('backups.postgresql.cnpg.io'),
    ]);
    const where = kubectl.namespace;
    if (!Array.isArray(deployments))
      return [fail(`the namespace ${where} cannot be looked at: ${deployments.problem}`, 'Look at your rights there.')];
    if (deployments.length === 0) return [warn(`nothing runs in ${where}`, 'kubectl apply -k your/overlay')];
    return [
      ...running(deployments, where),
      ...known(jobs).flatMap((job) => jobFindings(job, where)),
      ...known(clusters).map((cluster) => clusterFinding(cluster, where)),
      ...known(clusters).flatMap((cluster) => backupFindings(cluster, known(backups), host.now())),
    ];
  },
};

/** A kind that the server does not know has no resources. */
const known = <T extends Resource>(list: T[] | Refused) => (Array.isArray(list) ? list : []);

function running(deployments: Deployment[], where: string) {
  const available = ({ status }: Deployment) => status?.availableReplicas ?? 0;
  const short = deployments.filter((one) => available(one) < one.spec.replicas);
  const away = short.filter((one) => available(one) === 0);
  const less = short.filter((one) => available(one) > 0);
  const versions = new Set(
    deployments.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ image }) => IMAGE.exec(image)?.[1] ?? []),
    ),
  );
  const list = [...versions].join(', ');
  const pods = ({ metadata: { name } }: Deployment) => `pods -l app.kubernetes.io/name=${name}`;
  const problems = [
    ...away.map((one) =>
      fail(`${one.metadata.name}: no pod is available`, `kubectl -n ${where} describe ${pods(one)}`),
    ),
    ...less.map((one) =>
      warn(
        `${one.metadata.name}: ${available(one)} of ${one.spec.replicas} pods are available`,
        `kubectl -n ${where} get ${pods(one)}`,
      ),
    ),
    ...(versions.size > 1
      ? [warn(`images of several versions run: ${list}`, 'Set the same newTag for all in your overlay, and apply it.')]
      : []),
  ];
  return problems.length > 0 ? problems : [ok(`${deployments.length} deployments run, version ${list || 'not known'}`)];
}

function jobFindings({ metadata: { name }, status }: Job, where: string) {
  if (!isTrue(status, 'Failed')) return [];
  return [fail(`the job ${name} has failed`, `kubectl -n ${where} logs job/${name} --all-containers`)];
}

function clusterFinding({ metadata: { name }, spec, status }: Cluster, where: string) {
  const ready = status?.readyInstances ?? 0;
  const text = `${name}: ${ready} of ${spec.instances} servers are ready`;
  const look = `kubectl -n ${where} describe cluster ${name}`;
  if (ready === 0) return fail(text, look);
  return ready < spec.instances ? warn(text, look) : ok(text);
}

function backupFindings({ metadata: { name }, spec, status }: Cluster, backups: Backup[], now: number) {
  if (!spec.plugins?.some(({ isWALArchiver }) => isWALArchiver)) return [];
  const archiving = status?.conditions?.find(({ type }) => type === 'ContinuousArchiving');
  const broken = `${name} does not archive its log: ${archiving?.message ?? archiving?.reason}`;
  const times = backups
    .filter((one) => one.spec.cluster?.name === name && one.status?.phase === 'completed')
    .map((one) => Date.parse(one.status?.stoppedAt ?? ''));
  const hours = Math.round((now - Math.max(...times, -Infinity)) / HOUR_MS);
  const text = `the newest backup of ${name} is ${hours} hours old`;
  const describe = 'kubectl describe scheduledbackup inkling-postgres.';
  return [
    ...(archiving?.status === 'False'
      ? [fail(broken, 'Look at the bucket, its Secret and the logs of plugin-barman-cloud.')]
      : []),
    times.length === 0
      ? fail(`${name} has no complete backup`, `kubectl get backups; ${describe}`)
      : hours > LATE_HOURS
        ? fail(text, describe)
        : ok(text),
  ];
}
