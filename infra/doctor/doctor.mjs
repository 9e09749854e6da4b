/** `npm run doctor`: looks at this computer and an installation, and says what to mend. `--help` lists the options. */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => (await import('./examine.mts')).examine(args));
