import { fileURLToPath } from 'node:url';
import { USAGE } from './environment.mjs';
import { underOwnNode } from './own-node.mjs';

// `npm start` and `npm run dev`: needs nothing but Node and npm, so only what runs before `npm ci` is imported up here.
if (process.argv.includes('--help')) console.log(USAGE);
else await underOwnNode(fileURLToPath(import.meta.url), async (args) => (await import('./launcher.mts')).launch(args));
