import { SECRETS } from '../../../kubernetes/secret-list.mjs';
import { fail, ok, warn } from '../../findings.mjs';

/** Of a component: without this deployment nobody reads it. */
const DEPLOYMENTS = { 'inkling-probe': 'probe' };

/** Every Secret that the manifests name is there, with its keys. Their values are not asked for. */
export const secrets = {
  name: 'secrets',
  run: async ({ kubectl }) => {
    const found = await kubectl.secretKeys();
    if (!(found instanceof Map))
      return [
        warn(`Secrets cannot be looked at: ${found.problem}`, 'Ask for their names: docs/operations/kubernetes.md.'),
      ];
    const deployments = await kubectl.list('deployments.apps', { namespaced: true });
    const runs = (name) => Array.isArray(deployments) && deployments.some(({ metadata }) => metadata.name === name);
    const expected = SECRETS.filter(
      ({ name, from }) => from === 'generated' && (!(name in DEPLOYMENTS) || runs(DEPLOYMENTS[name])),
    );
    if (!expected.some(({ name }) => found.has(name))) {
      return [fail('there are none', 'npm run --silent secrets -- --kubernetes | kubectl create -f -')];
    }
    const known = [...expected, ...SECRETS.filter(({ name, from }) => from === 'given' && found.has(name))];
    const problems = known.flatMap(({ name, keys }) => {
      const there = found.get(name);
      if (!there)
        return [
          fail(
            `${name} is missing`,
            'npm run --silent secrets -- --kubernetes prints a new one: kubectl create -f - it.',
          ),
        ];
      const lacking = keys.filter((key) => !there.includes(key));
      return lacking.length > 0
        ? [fail(`${name} lacks ${lacking.join(', ')}`, 'Add it: docs/operations/kubernetes.md has the keys.')]
        : [];
    });
    return problems.length > 0 ? problems : [ok('all that are generated are there')];
  },
};
