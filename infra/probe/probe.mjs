/** `npm run probe`: signs in and votes, to see whether people can (docs/operations/probe.md). */
import { underOwnNode } from '../local/own-node.mjs';
import { loadSettings } from '../local/settings.mjs';

await underOwnNode(import.meta.filename, async (args) => {
  loadSettings();
  const { main } = await import('./main.mjs');
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort());
  process.exitCode = await main(args, { signal: stop.signal });
});
