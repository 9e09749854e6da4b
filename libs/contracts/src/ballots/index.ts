/** Ballots (ADR 35): one small integer each. These files import only constants, so that the web can use them. */
export * from './ballot.js';
export * from './orderings.js';
export * from './poll-form.js';
export * from './results.js';
export * from './run-off.js';
