/** Applies the overlays to a real Kubernetes API server: `node infra/kubernetes/api-server/check.mjs`. */
import { underOwnNode } from '../../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => (await import('./check.mts')).main(args));
