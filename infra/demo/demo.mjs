import { fileURLToPath } from 'node:url';
import { underOwnNode } from '../local/own-node.mjs';
import { loadSettings } from '../local/settings.mjs';

// `npm run demo`: may be the first thing that somebody runs, so only what works before `npm ci` is imported up here.
await underOwnNode(fileURLToPath(import.meta.url), async (args) => {
  loadSettings();
  await (await import('./run.mts')).runDemo(args);
});
