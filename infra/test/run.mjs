import { underOwnNode } from '../local/own-node.mjs';

// `npm test`: needs nothing but Node and npm, so only what runs before `npm ci` is imported up here.
await underOwnNode(import.meta.filename, async (args) => (await import('./all-tests.mts')).runTests(args));
