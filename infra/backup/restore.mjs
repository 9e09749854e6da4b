/** `npm run restore`: brings a backup, or a moment of the past, back into an installation. */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => (await import('./restore.mts')).restore(args));
