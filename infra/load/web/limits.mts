/** What the figures may come to. */

export interface Limit {
  device: string;
  what: string;
  figure: string;
  most: number;
}

/** Limits for every page that has none below. Milliseconds; cls has no unit; kB as transferred. */
const LOAD = {
  desktop: { fcp: 800, lcp: 1_200, cls: 0.01, tbt: 100 },
  phone: { fcp: 1_800, lcp: 2_500, cls: 0.01, tbt: 300 },
} as const;
const OF_PAGE: Record<string, Record<string, number>> = {
  // Its splash takes a second (docs/product.md#landing-page), and what comes after it is the largest paint.
  '/': { lcp: 2_500 },
  '/login': { scriptKb: 120 },
  '/home': { scriptKb: 160 },
  // Nothing comes over the network but whether the page is still the same, and the data.
  '/home, cached': { scriptKb: 2 },
};
/** While scrolling, what moves is the button at the list's end, which the next cards push away. */
const SMOOTH = {
  desktop: {
    scrolling: { longest: 50, droppedShare: 0.05, eventP98: 100, cls: 0.05 },
    hot: { longest: 50, droppedShare: 0.05, eventP98: 100, cls: 0.01 },
  },
  phone: {
    scrolling: { longest: 200, droppedShare: 0.2, eventP98: 200, cls: 0.05 },
    hot: { longest: 100, droppedShare: 0.2, eventP98: 200, cls: 0.01 },
  },
} as const;
const FEED = { heapMbPerThousand: 12, nodesMore: 3_000, offBy: 0.5, cardOffBy: 1 } as const;
const OPENING = { desktop: 100, phone: 300 } as const;

export const limitsOfPage = (device: 'desktop' | 'phone', page: string): Record<string, number> => ({
  ...LOAD[device],
  ...OF_PAGE[page],
});

export const limitsOfSmoothness = (device: 'desktop' | 'phone', what: 'scrolling' | 'hot') => SMOOTH[device][what];

export const limitsOfFeed = (device: 'desktop' | 'phone'): Record<string, number> => ({
  ...FEED,
  openMs: OPENING[device],
});

/**
 * The figures that are over their limit, or are none.
 * @returns one line each
 */
export function over(figures: object, limits: Record<string, number>): string[] {
  return Object.entries(limits)
    .map(([name, most]) => ({ name, most, figure: Number((figures as Record<string, unknown>)[name] ?? Number.NaN) }))
    .filter(({ figure, most }) => !(figure <= most))
    .map(({ name, most, figure }) => `${name} is ${figure.toFixed(most < 1 ? 4 : 1)} and may be ${most}`);
}
