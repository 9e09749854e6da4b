/** Activity counts half after this time (docs/product.md#trending). */
export const HALF_LIFE_MS = 6 * 60 * 60 * 1_000;

/** The start of counted time, so that scores stay small numbers. */
const EPOCH_MS = Date.UTC(2026, 0, 1);

/**
 * An instant in half-lives. Forward decay: an act at time t weighs 2^t for good, instead of shrinking with age, and a
 * score is the logarithm of the sum. Scores are comparable at any time and need no rewriting as time passes.
 */
export const halfLives = (instant: Date): number => (instant.getTime() - EPOCH_MS) / HALF_LIFE_MS;

/**
 * Weight at `now` of an act at `then`: 1 when new, or in the future by a wrong clock; 0.5 after a half-life.
 */
export const weightAt = (then: Date, now: Date): number => Math.min(1, 2 ** (halfLives(then) - halfLives(now)));
