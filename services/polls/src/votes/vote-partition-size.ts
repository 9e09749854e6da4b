/**
 * Polls in one partition of `votes` (ADR 38). Statements that look votes up by poll open every partition, so there
 * should be few; a partition and its indexes should be small enough to be moved, rebuilt or vacuumed within minutes. With ten
 * to fifty votes a poll a million polls are 2 to 9 GB.
 */
export const VOTE_PARTITION_POLLS = 1_000_000;
