import { sql } from 'kysely';

/** The time by the database's clock, which all processes share: when the transaction began. */
export const NOW = sql<Date>`now()`;

/** The time when the statement runs: later than `NOW` in a transaction that has waited for a lock. */
export const RIGHT_NOW = sql<Date>`clock_timestamp()`;

/** As many milliseconds after `NOW`; before it when negative. */
export const fromNow = (ms: number) => sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;
