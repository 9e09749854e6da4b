/**
 * Makes the Secrets that the manifests name.
 *
 *     node infra/kubernetes/secrets.mjs                # env files for k8s/overlays/local; what is there stays
 *     node infra/kubernetes/secrets.mjs --to FOLDER    # the same, elsewhere
 *     node infra/kubernetes/secrets.mjs --print        # new Secrets as YAML, for `kubectl create -f -` or a vault
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { underOwnNode } from '../local/own-node.mjs';
import { ROOT } from '../local/paths.mjs';

const LOCAL = join(ROOT, 'k8s/overlays/local/secrets');

await underOwnNode(import.meta.filename, async (args) => {
  const { values } = parseArgs({
    args,
    options: { to: { type: 'string', default: LOCAL }, print: { type: 'boolean', default: false } },
  });
  const { secretManifests, writeSecrets } = await import('./secret-files.mjs');
  if (values.print) {
    process.stdout.write(secretManifests());
    return;
  }
  const written = await writeSecrets(values.to);
  console.log(
    written.length > 0 ? `Wrote ${written.join(', ')} to ${values.to}.` : `Everything is in ${values.to} already.`,
  );
});
