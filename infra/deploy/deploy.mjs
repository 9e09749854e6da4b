/**
 * Brings a compose installation to the version of this checkout, and nobody notices; back by itself when the new one
 * does not work. `--help` lists the options; docs/operations/upgrade.md has every step as a command to type.
 */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => {
  const { parseOptions } = await import('./options.mts');
  const options = parseOptions(args);
  const { deploy } = await import('./run.mts');
  await deploy(options);
});
