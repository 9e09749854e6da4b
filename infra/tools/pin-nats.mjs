import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => (await import('./pin-nats.mts')).pin(args));
