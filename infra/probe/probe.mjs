/** `npm run probe`: signs in and votes, to see whether people can (docs/operations/probe.md). */
import { underOwnNode } from '../local/own-node.mjs';
import { loadSettings } from '../local/settings.mjs';

await underOwnNode(import.meta.filename, async (args) => {
  loadSettings();
  await (await import('./main.mts')).start(args);
});
