/** Settings of an installation that is made to be loaded: few people and one address do the work of many. */
export const LOAD_LIMITS = {
  NEW_ACCOUNT_SECONDS: 0,
  COMMENTS_PER_MINUTE: 10_000,
  POLLS_PER_HOUR: 100_000,
  POLLS_PER_DAY: 100_000,
  COMMENTS_PER_TEN_MINUTES: 100_000,
  REACTIONS_PER_HOUR: 100_000,
  FOLLOWS_PER_HOUR: 100_000,
  SEARCHES_PER_MINUTE: 100_000,
  UPLOADS_PER_HOUR: 100_000,
  REQUESTS_PER_CLIENT: 0,
  CONNECTIONS_PER_CLIENT: 0,
} as const;
