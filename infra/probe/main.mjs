/**
 * The probe (docs/operations/probe.md) where there is Node 24: in its container, or on a machine that has nothing but
 * this folder. It uses no package. `npm run probe` starts it through probe.mjs.
 */
import { start } from './main.mts';

await start(process.argv.slice(2));
