/**
 * Rehearses the loss of a composed installation, from a backup under load to the comparison after a restore. `--help`
 * lists the options; docs/operations/recovery.md says what is compared.
 */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async (args) => (await import('./rehearsal/rehearse.mts')).rehearse(args));
