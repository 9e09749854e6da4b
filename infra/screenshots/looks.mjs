/**
 * How a screen is looked at.
 * @typedef {object} Look
 * @property {string} name also the folder's
 * @property {boolean} phone
 * @property {{ width: number, height: number }} viewport in CSS pixels
 * @property {'light' | 'dark'} colorScheme
 */

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1340, height: 900 } };

/** @type {Look[]} */
export const LOOKS = Object.entries(SIZES).flatMap(([size, viewport]) =>
  /** @type {const} */ (['light', 'dark']).map((colorScheme) => ({ name: `${size}-${colorScheme}`, phone: size === 'phone', viewport, colorScheme })),
);
