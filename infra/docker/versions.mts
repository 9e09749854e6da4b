/** The oldest programs with which docker-compose.yml, the images and `npm run deploy` work. */

/**
 * Docker Engine. Before 20.10.10, its default profile forbids clone3, which Debian trixie's C library calls: the images
 * of PostgreSQL and nginx do not start.
 */
export const LEAST_ENGINE = [20, 10, 10] as const;

/**
 * Docker Compose. Several `--env-file` work since 2.17. 2.28 does not find the secret `postgres-password` in `.env`;
 * 2.29 does.
 */
export const LEAST_COMPOSE = [2, 29, 0] as const;
