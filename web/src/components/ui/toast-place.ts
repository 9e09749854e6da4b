/** A rectangle of the window, in pixels from its top left. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels between a message and what it keeps clear of. */
const GAP = 8;

const TAPPABLE =
  'a[href], button, input, select, textarea, label, summary, [role="button"], [role="switch"], [role="tab"]';

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * How far to lift a message so that it covers nothing one may tap next; where no free place exists, where it covers
 * least.
 * @param message in its usual place
 * @param taken rectangles to keep free
 * @param ceiling the highest position of its top
 * @returns pixels, 0 for the usual place
 */
export function liftOf(message: Box, taken: readonly Box[], ceiling: number): number {
  const beside = taken.filter(({ left, right }) => left < message.right && right > message.left);
  const lifts = [0, ...beside.map(({ top }) => Math.ceil(message.bottom - top + GAP))]
    .filter((lift) => lift >= 0 && message.top - lift >= ceiling)
    .sort((a, b) => a - b);
  let best = { lift: 0, covered: Infinity };
  for (const lift of lifts) {
    const there = { ...message, top: message.top - lift, bottom: message.bottom - lift };
    const covered = beside.reduce((sum, box) => sum + overlap(there, box), 0);
    if (covered === 0) return lift;
    if (covered < best.covered) best = { lift, covered };
  }
  return best.lift;
}

/** An open sheet or dialog counts as a whole; nothing behind it can be tapped. */
const MODAL = '.sheet, .dialog';

/** Everything in the window that can be tapped, except what is in `except`. */
export function tappableBoxes(except: Element): Box[] {
  const modals = [...document.querySelectorAll(MODAL)];
  const taken = modals.length > 0 ? modals : [...document.querySelectorAll(TAPPABLE)];
  return taken
    .filter((element) => !except.contains(element) && (modals.length > 0 || element.checkVisibility()))
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom, width, height }) => bottom > 0 && top < innerHeight && width > 0 && height > 0);
}
