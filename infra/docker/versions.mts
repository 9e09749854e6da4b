/** The oldest programs with which docker-compose.yml, the images and `npm run deploy` work; stated here alone. */

/**
 * Docker Engine. From 20.10.10 on its default profile lets a container call clone3, which Debian trixie's C library
 * does first of all: on an older engine the images of PostgreSQL and nginx do not start.
 */
export const LEAST_ENGINE = [20, 10, 10] as const;

/**
 * Docker Compose. 2.17 takes more than one `--env-file`, and 2.28 does not find the secret `postgres-password` in
 * `.env`; 2.29 is the first one after it that does.
 */
export const LEAST_COMPOSE = [2, 29, 0] as const;
