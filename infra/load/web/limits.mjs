/** What the figures may come to. */

/**
 * @typedef {object} Limit
 * @property {string} device
 * @property {string} what
 * @property {string} figure
 * @property {number} most
 */

/** Of every page, unless a page has one of its own. Milliseconds; cls has no unit; kB as transferred. */
const LOAD = /** @type {const} */ ({
  desktop: { fcp: 800, lcp: 1_200, cls: 0.01, tbt: 100 },
  phone: { fcp: 1_800, lcp: 2_500, cls: 0.01, tbt: 300 },
});
/** @type {Record<string, Record<string, number>>} */
const OF_PAGE = {
  // Its splash takes a second (docs/product.md#landing-page), and what comes after it is the largest paint.
  '/': { lcp: 2_500 },
  '/login': { scriptKb: 120 },
  '/home': { scriptKb: 160 },
  // Nothing comes over the network but whether the page is still the same, and the data.
  '/home, cached': { scriptKb: 2 },
};
/** While scrolling, what moves is the button at the list's end, which the next cards push away. */
const SMOOTH = /** @type {const} */ ({
  desktop: {
    scrolling: { longest: 50, droppedShare: 0.05, eventP98: 100, cls: 0.05 },
    hot: { longest: 50, droppedShare: 0.05, eventP98: 100, cls: 0.01 },
  },
  phone: {
    scrolling: { longest: 200, droppedShare: 0.2, eventP98: 200, cls: 0.05 },
    hot: { longest: 100, droppedShare: 0.2, eventP98: 200, cls: 0.01 },
  },
});
const FEED = /** @type {const} */ ({ heapMbPerThousand: 12, nodesMore: 3_000, offBy: 0.5, cardOffBy: 1 });
const OPENING = /** @type {const} */ ({ desktop: 100, phone: 300 });

/** @param {'desktop' | 'phone'} device @param {string} page @returns {Record<string, number>} */
export const limitsOfPage = (device, page) => ({ ...LOAD[device], ...OF_PAGE[page] });

/** @param {'desktop' | 'phone'} device @param {'scrolling' | 'hot'} what */
export const limitsOfSmoothness = (device, what) => SMOOTH[device][what];

/** @param {'desktop' | 'phone'} device @returns {Record<string, number>} */
export const limitsOfFeed = (device) => ({ ...FEED, openMs: OPENING[device] });

/**
 * The figures that are over their limit, or are none.
 * @param {Record<string, any>} figures @param {Record<string, number>} limits
 * @returns {string[]} one line each
 */
export function over(figures, limits) {
  return Object.entries(limits)
    .filter(([name, most]) => !(figures[name] <= most))
    .map(([name, most]) => `${name} is ${Number(figures[name]).toFixed(most < 1 ? 4 : 1)} and may be ${most}`);
}
