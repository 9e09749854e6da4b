/**
 * Polls in one partition of `votes` (ADR 38). Statements that find their polls themselves open every partition, some
 * 15 us each, so there should be few; a partition and its indexes should be small enough to be moved, rebuilt or
 * vacuumed within minutes. With ten to fifty votes a poll a million polls are 1.4 to 7 GB.
 */
export const VOTE_PARTITION_POLLS = 1_000_000;
