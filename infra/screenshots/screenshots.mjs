import { fileURLToPath } from 'node:url';
import { underOwnNode } from '../local/own-node.mjs';

// `npm run screenshots`: only what runs before `npm ci` is imported up here.
await underOwnNode(fileURLToPath(import.meta.url), async (args) => (await import('./run.mts')).takeScreenshots(args));
