/**
 * Takes the parts of a running compose project away one after another, under load, and checks what that does to
 * requests and data. `--help` lists the options; docs/operations/load.md says what is asserted.
 */
import { underOwnNode } from '../../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => {
  const { run } = await import('./run.mts');
  await run(args);
});
