/**
 * `npm run bench`: Inkling's whole path over HTTP against pgbench, interleaved, on the same PostgreSQL.
 * `--help` lists the options; README.md in this folder says what is measured and how.
 */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => {
  // What it imports of ours is compiled.
  const { build } = await import('../local/build.mts');
  await build((line) => console.log(line));
  const { run } = await import('./run.mts');
  await run(args);
});
