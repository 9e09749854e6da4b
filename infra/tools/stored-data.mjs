import { underOwnNode } from '../local/own-node.mjs';

// `node infra/tools/stored-data.mjs`: writes the two lists of stored data again, after a change of a `stored-data.ts`.
await underOwnNode(import.meta.filename, async () => (await import('./stored-data.mts')).write());
