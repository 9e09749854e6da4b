/** Checks Kubernetes documents against the schemas of their kinds, unknown fields included, without a cluster. */
const CORE = 'kubernetes-models';
const CLOUDNATIVE_PG = '@kubernetes-models/cloudnative-pg';

/**
 * Kinds of operators for which there is no schema here, with the place of their definition: a Go module, and a file in
 * it. `infra/kubernetes/api-server` has the server check them by these. Those without a place are checked by name
 * alone.
 * @type {Record<string, { module: string, file: string } | undefined>}
 */
export const DEFINITIONS = definitions();
/** Of these, what npm test checks by name. */
export const WITHOUT_SCHEMA = Object.keys(DEFINITIONS).filter((kind) => !kind.startsWith('postgresql.cnpg.io/'));

function definitions() {
  const of = (module, folder) => (file) => ({ module, file: `${folder}/${file}.yaml` });
  const cloudnativePg = of('github.com/cloudnative-pg/cloudnative-pg@v1.29.1', 'config/crd/bases');
  const barman = of('github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0', 'config/crd/bases');
  const prometheus = of(
    'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    'example/prometheus-operator-crd',
  );
  const gatewayApi = of('sigs.k8s.io/gateway-api@v1.4.1', 'config/crd/standard');
  const keda = of('github.com/kedacore/keda/v2@v2.21.0', 'config/crd/bases');
  return {
    'postgresql.cnpg.io/v1 Cluster': cloudnativePg('postgresql.cnpg.io_clusters'),
    'postgresql.cnpg.io/v1 ScheduledBackup': cloudnativePg('postgresql.cnpg.io_scheduledbackups'),
    'barmancloud.cnpg.io/v1 ObjectStore': barman('barmancloud.cnpg.io_objectstores'),
    'monitoring.coreos.com/v1 PodMonitor': prometheus('monitoring.coreos.com_podmonitors'),
    'monitoring.coreos.com/v1 ServiceMonitor': prometheus('monitoring.coreos.com_servicemonitors'),
    'monitoring.coreos.com/v1 Probe': prometheus('monitoring.coreos.com_probes'),
    'monitoring.coreos.com/v1 PrometheusRule': prometheus('monitoring.coreos.com_prometheusrules'),
    'monitoring.coreos.com/v1 Alertmanager': prometheus('monitoring.coreos.com_alertmanagers'),
    'monitoring.coreos.com/v1alpha1 AlertmanagerConfig': prometheus('monitoring.coreos.com_alertmanagerconfigs'),
    'gateway.networking.k8s.io/v1 Gateway': gatewayApi('gateway.networking.k8s.io_gateways'),
    'gateway.networking.k8s.io/v1 HTTPRoute': gatewayApi('gateway.networking.k8s.io_httproutes'),
    'keda.sh/v1alpha1 ScaledObject': keda('keda.sh_scaledobjects'),
    // Its module is not to be had from the Go proxy.
    'gateway.nginx.org/v1alpha1 ClientSettingsPolicy': undefined,
  };
}

/**
 * @param {any} document
 * @returns {Promise<string[]>} what is wrong with it: violations of the schema, and fields that the schema does not
 *   know
 */
export async function problemsOf(document) {
  const { apiVersion, kind } = document;
  if (WITHOUT_SCHEMA.includes(`${apiVersion} ${kind}`))
    return document.metadata?.name ? [] : ['metadata.name is missing'];
  const source = apiVersion.startsWith('postgresql.cnpg.io/') ? CLOUDNATIVE_PG : CORE;
  const model = await import(`${source}/${apiVersion}/${kind}`).then(
    (module) => module[kind],
    () => undefined,
  );
  if (!model) return [`there is no ${apiVersion} ${kind}`];
  const { watched, unread } = watch(document);
  try {
    model.prototype.validate.call(watched);
  } catch (error) {
    return [error.message];
  }
  return unread().map((path) => `${path} is no field of ${kind}`);
}

/**
 * The schemas allow fields that they do not know, and a misspelt one would do nothing: what validation never looks at
 * is one.
 */
function watch(root) {
  const visits = [];
  const wrap = (value, path) => {
    if (typeof value !== 'object' || value === null) return value;
    const visit = { value, path, read: new Set(), listed: Array.isArray(value) };
    visits.push(visit);
    return new Proxy(value, {
      get(target, key) {
        if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return Reflect.get(target, key);
        visit.read.add(key);
        return wrap(target[key], path === '' ? key : `${path}.${key}`);
      },
      ownKeys(target) {
        visit.listed = true;
        return Reflect.ownKeys(target);
      },
    });
  };
  const unread = () => {
    const byValue = new Map();
    for (const { value, path, read, listed } of visits) {
      const known = byValue.get(value) ?? { path, read: new Set(), listed: false };
      byValue.set(value, { path, read: known.read.union(read), listed: known.listed || listed });
    }
    return [...byValue].flatMap(([value, { path, read, listed }]) => {
      // An object that nobody has looked into may hold anything.
      if (listed || read.size === 0) return [];
      return Object.keys(value)
        .filter((key) => !read.has(key))
        .map((key) => (path === '' ? key : `${path}.${key}`));
    });
  };
  return { watched: wrap(root, ''), unread };
}
