import { SECRETS } from '../../../kubernetes/secret-list.mts';
import { fail, ok, warn } from '../../findings.mts';
import type { Check } from '../../run.mts';

/** Secret -> the deployment of a component; without it the Secret is not needed. */
const DEPLOYMENTS: Record<string, string> = { 'inkling-probe': 'probe' };
const DOCS = 'docs/operations/kubernetes.md';
const MAKE = 'npm run --silent secrets -- --kubernetes';

/** Every Secret that the manifests name is there, with its keys. Their values are not asked for. */
export const secrets: Check = {
  name: 'secrets',
  run: async ({ kubectl }) => {
    const found = await kubectl.secretKeys();
    if (!(found instanceof Map))
      return [warn(`Secrets cannot be looked at: ${found.problem}`, `Ask for their names: ${DOCS}.`)];
    const deployments = await kubectl.list('deployments.apps');
    const runs = (name: string) =>
      Array.isArray(deployments) && deployments.some(({ metadata }) => metadata.name === name);
    const expected = SECRETS.filter(
      ({ name, from }) => from === 'generated' && (!(name in DEPLOYMENTS) || runs(DEPLOYMENTS[name])),
    );
    if (!expected.some(({ name }) => found.has(name))) return [fail('there are none', `${MAKE} | kubectl create -f -`)];
    const given = SECRETS.filter(({ name, from }) => from === 'given' && found.has(name));
    const problems = [...expected, ...given].flatMap(({ name, keys }) => {
      const there = found.get(name);
      if (!there) return [fail(`${name} is missing`, `${MAKE} prints a new one: kubectl create -f - it.`)];
      const lacking = keys.filter((key) => !there.includes(key));
      if (lacking.length === 0) return [];
      return [fail(`${name} lacks ${lacking.join(', ')}`, `Add it: ${DOCS} has the keys.`)];
    });
    return problems.length > 0 ? problems : [ok('all that are generated are there')];
  },
};
