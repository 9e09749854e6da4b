/** Activity counts half after this time (docs/product.md#trending). */
export const HALF_LIFE_MS = 6 * 60 * 60 * 1_000;

/** From here time is counted, so that scores stay small numbers. */
const EPOCH_MS = Date.UTC(2026, 0, 1);

/**
 * An instant in half-lives. Forward decay: instead of shrinking all that is old, an act at time t weighs 2^t for good,
 * and a score is the logarithm of the sum. Scores are then comparable at any time and are never rewritten for its
 * passing.
 */
export const halfLives = (instant: Date): number => (instant.getTime() - EPOCH_MS) / HALF_LIFE_MS;

/**
 * What an act at `then` weighs at `now`: 1 when new or, by a clock that is wrong, in the future; 0.5 after a half-life.
 */
export const weightAt = (then: Date, now: Date): number => Math.min(1, 2 ** (halfLives(then) - halfLives(now)));
