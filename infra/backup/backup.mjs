/** `npm run backup`: writes an installation's databases and objects into a folder, or tries a backup. */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => (await import('./backup.mts')).backup(args));
