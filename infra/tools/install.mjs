import { fail } from '../local/failure.mjs';
import { prepare } from '../local/own-node.mjs';

// Runs `npm ci` when packages are missing or differ from the lock file, and fetches the Node that npm's scripts need.
await prepare((line) => console.log(line)).catch(fail);
