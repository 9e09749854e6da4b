/**
 * Generates the Secrets that the manifests name, as env files. Existing values stay.
 *
 *     node infra/kubernetes/secrets.mjs                # for k8s/overlays/local
 *     node infra/kubernetes/secrets.mjs --to FOLDER    # elsewhere
 *
 * `npm run secrets -- --kubernetes` prints them as manifests instead.
 */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => (await import('./secret-files.mts')).main(args));
