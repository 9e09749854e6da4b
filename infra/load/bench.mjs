/**
 * `npm run bench`: Inkling's whole path over HTTP against pgbench, interleaved, on the same PostgreSQL.
 * `--help` lists the options; README.md in this folder says what is measured and how.
 */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => {
  const { run } = await import('./run.mjs');
  await run(args);
});
