/** Checks Kubernetes documents against the schemas of their kinds, unknown fields included, without a cluster. */
const CORE = 'kubernetes-models';
const CLOUDNATIVE_PG = '@kubernetes-models/cloudnative-pg';

/** Kinds of operators for which there is no schema here; the operators check them. */
export const WITHOUT_SCHEMA = ['monitoring.coreos.com/v1 PodMonitor', 'monitoring.coreos.com/v1 PrometheusRule', 'barmancloud.cnpg.io/v1 ObjectStore'];

/**
 * @param {any} document
 * @returns {Promise<string[]>} what is wrong with it: violations of the schema, and fields that the schema does not know
 */
export async function problemsOf(document) {
  const { apiVersion, kind } = document;
  if (WITHOUT_SCHEMA.includes(`${apiVersion} ${kind}`)) return document.metadata?.name ? [] : ['metadata.name is missing'];
  const source = apiVersion.startsWith('postgresql.cnpg.io/') ? CLOUDNATIVE_PG : CORE;
  const model = await import(`${source}/${apiVersion}/${kind}`).then((module) => module[kind], () => undefined);
  if (!model) return [`there is no ${apiVersion} ${kind}`];
  const { watched, unread } = watch(document);
  try {
    model.prototype.validate.call(watched);
  } catch (error) {
    return [error.message];
  }
  return unread().map((path) => `${path} is no field of ${kind}`);
}

/** The schemas allow fields that they do not know, and a misspelt one would do nothing: what validation never looks at is one. */
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
      return Object.keys(value).filter((key) => !read.has(key)).map((key) => (path === '' ? key : `${path}.${key}`));
    });
  };
  return { watched: wrap(root, ''), unread };
}
