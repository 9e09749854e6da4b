/** Checks Kubernetes documents against the schemas of their kinds, unknown fields included, without a cluster. */
import type { Manifest } from './manifest.mts';

interface Place {
  /** A Go module with its version. */
  module: string;
  file: string;
}

const inModule = (module: string, folder: string) => (file: string) => ({ module, file: `${folder}/${file}.yaml` });
const cloudnativePg = inModule('github.com/cloudnative-pg/cloudnative-pg@v1.29.1', 'config/crd/bases');
const barman = inModule('github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0', 'config/crd/bases');
const prometheus = inModule(
  'github.com/prometheus-operator/prometheus-operator@v0.85.0',
  'example/prometheus-operator-crd',
);
const gatewayApi = inModule('sigs.k8s.io/gateway-api@v1.4.1', 'config/crd/standard');
const keda = inModule('github.com/kedacore/keda/v2@v2.21.0', 'config/crd/bases');

/**
 * Kinds of operators, with the place of their definition, by which a real API server checks them
 * (infra/kubernetes/api-server). One without a place is checked by name alone.
 */
export const DEFINITIONS: Record<string, Place | undefined> = {
  'postgresql.cnpg.io/v1 Cluster': cloudnativePg('postgresql.cnpg.io_clusters'),
  'postgresql.cnpg.io/v1 ScheduledBackup': cloudnativePg('postgresql.cnpg.io_scheduledbackups'),
  'barmancloud.cnpg.io/v1 ObjectStore': barman('barmancloud.cnpg.io_objectstores'),
  'monitoring.coreos.com/v1 PodMonitor': prometheus('monitoring.coreos.com_podmonitors'),
  'monitoring.coreos.com/v1 PrometheusRule': prometheus('monitoring.coreos.com_prometheusrules'),
  'monitoring.coreos.com/v1alpha1 AlertmanagerConfig': prometheus('monitoring.coreos.com_alertmanagerconfigs'),
  'gateway.networking.k8s.io/v1 Gateway': gatewayApi('gateway.networking.k8s.io_gateways'),
  'gateway.networking.k8s.io/v1 HTTPRoute': gatewayApi('gateway.networking.k8s.io_httproutes'),
  'keda.sh/v1alpha1 ScaledObject': keda('keda.sh_scaledobjects'),
  // Go's proxy does not serve its module.
  'gateway.nginx.org/v1alpha1 ClientSettingsPolicy': undefined,
};

/** A kind's class of the package `kubernetes-models`. */
interface Model {
  prototype: { validate(): void };
}

/** @returns violations of the schema, and fields that the schema does not know */
export async function problemsOf(document: Manifest): Promise<string[]> {
  const { apiVersion, kind } = document;
  const isCloudnativePg = apiVersion.startsWith('postgresql.cnpg.io/');
  if (`${apiVersion} ${kind}` in DEFINITIONS && !isCloudnativePg)
    return document.metadata?.name ? [] : ['metadata.name is missing'];
  const source = isCloudnativePg ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models';
  const model: Model | undefined = await import(`${source}/${apiVersion}/${kind}`).then(
    (module) => module[kind],
    () => undefined,
  );
  if (!model) return [`there is no ${apiVersion} ${kind}`];
  const { watched, unread } = watch(document);
  try {
    model.prototype.validate.call(watched);
  } catch (error) {
    return [(error as Error).message];
  }
  return unread().map((path) => `${path} is no field of ${kind}`);
}

/**
 * The schemas allow fields that they do not know, and a misspelt one would do nothing. Validation never reads such a
 * field, so this reports what it has not read.
 */
function watch(root: object) {
  const visits = new Map<object, { path: string; read: Set<string>; listed: boolean }>();
  const wrap = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const visit = visits.get(value) ?? { path, read: new Set<string>(), listed: Array.isArray(value) };
    visits.set(value, visit);
    return new Proxy(value, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key);
        if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return found;
        visit.read.add(key);
        return wrap(found, path === '' ? key : `${path}.${key}`);
      },
      ownKeys(target) {
        visit.listed = true;
        return Reflect.ownKeys(target);
      },
    });
  };
  const unread = () =>
    [...visits].flatMap(([value, { path, read, listed }]) => {
      // An object without a schema may hold anything: validation reads nothing in it.
      if (listed || read.size === 0) return [];
      return Object.keys(value)
        .filter((key) => !read.has(key))
        .map((key) => (path === '' ? key : `${path}.${key}`));
    });
  return { watched: wrap(root, ''), unread };
}
