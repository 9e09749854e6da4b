/**
 * `npm run load`: k6 against a running instance, as people use it. `--help` lists the options; docs/operations/load.md
 * says what each kind of load is for.
 */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => {
  const { run } = await import('./k6/run.mts');
  await run(args);
});
