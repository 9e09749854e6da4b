/**
 * How a screen is looked at.
 * @typedef {object} Look
 * @property {string} name also the folder's
 * @property {'phone' | 'desktop' | 'tablet' | 'narrow'} size
 * @property {boolean} phone
 * @property {{ width: number, height: number }} viewport in CSS pixels
 * @property {'light' | 'dark'} colorScheme
 */

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1340, height: 900 },
  tablet: { width: 820, height: 1180 },
  narrow: { width: 320, height: 640 },
};
const EVERY_SCREEN = ['phone', 'desktop'];

/** @type {Look[]} */
export const LOOKS = Object.entries(SIZES).flatMap(([size, viewport]) =>
  /** @type {const} */ (['light', 'dark']).map((colorScheme) => ({
    name: `${size}-${colorScheme}`,
    size: /** @type {Look['size']} */ (size),
    phone: viewport.width < 640,
    viewport,
    colorScheme,
  })),
);

/**
 * Whether a screen is photographed in a look: on a phone and a desktop all are, in other sizes those that ask for it.
 * @param {import('./screens.mjs').Screen} screen
 * @param {Look} look
 */
export const isTakenIn = ({ also = [] }, { size }) =>
  EVERY_SCREEN.includes(size) || also.includes(/** @type {'tablet' | 'narrow'} */ (size));
