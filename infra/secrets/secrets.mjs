/** `npm run secrets`: completes .env with random secrets, or prints Kubernetes Secrets. `--help` lists the options. */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => (await import('./secrets.mts')).main(args));
