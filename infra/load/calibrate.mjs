import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async () => {
  await import('./calibrate.mts');
});
