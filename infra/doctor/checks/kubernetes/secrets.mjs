import { SECRETS } from '../../../kubernetes/secret-list.mjs';
import { fail, ok, warn } from '../../findings.mjs';

/** Secrets that are made by somebody in the cluster; nobody waits for them beforehand. */
const MADE_THERE = new Set(['operator']);

/** Every Secret that the manifests name is there, with its keys. Their values are not asked for. */
export const secrets = {
  name: 'secrets',
  run: async ({ kubectl }) => {
    const found = await kubectl.secretKeys();
    if (!(found instanceof Map)) return [warn(`Secrets cannot be looked at: ${found.problem}`, 'Ask for their names: docs/operations/kubernetes.md.')];
    const missing = SECRETS.filter(({ from }) => !MADE_THERE.has(from)).flatMap(({ name, keys, from }) => {
      const there = found.get(name);
      const lacking = keys.filter((key) => !there?.includes(key));
      if (lacking.length === 0) return [];
      if (from === 'given' && !there) return [];
      const what = there ? `${name} lacks ${lacking.join(', ')}` : `${name} is missing`;
      return [fail(what, 'npm run --silent secrets -- --kubernetes prints new ones: kubectl create -f - what is missing.')];
    });
    if (found.size === 0 || missing.length === SECRETS.filter(({ from }) => from === 'generated').length) {
      return [fail('there are none', 'npm run --silent secrets -- --kubernetes | kubectl create -f -')];
    }
    return missing.length > 0 ? missing : [ok('all that are generated are there')];
  },
};
