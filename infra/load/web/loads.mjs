/** First and later visits of a page: what they cost, and when there is something to see. */
import { Visitor } from './visitor.mjs';

/** Nothing requested and nothing computed for so long: the page has settled. */
const SETTLED_MS = 400;
const SETTLE_MOST_MS = 12_000;
const LONG_MS = 50;

/**
 * @typedef {{ path: string, name: string, content: string, signedIn: boolean, warm?: boolean }} Address `content`:
 * selector of what the visitor comes for; `warm`: with all that a first visit left in the cache
 */
/**
 * @typedef {{ ttfb: number, fcp: number, content: number, lcp: number, cls: number, tbt: number, scriptKb: number,
 * requests: number }} Load milliseconds; kB as transferred
 */

/** @param {number} pollId @returns {Address[]} */
export const addresses = (pollId) => [
  { path: '/', name: '/', content: '.landing h1, main h1', signedIn: false },
  { path: '/login', name: '/login', content: 'form input[type="email"]', signedIn: false },
  { path: '/home', name: '/home', content: 'article.poll', signedIn: true },
  { path: '/home', name: '/home, cached', content: 'article.poll', signedIn: true, warm: true },
  { path: `/poll/${pollId}`, name: '/poll/{id}', content: 'article.poll', signedIn: true },
  { path: '/create', name: '/create', content: 'main form textarea, main form input', signedIn: true },
];

/**
 * @param {import('playwright-core').Browser} browser @param {import('./devices.mjs').Device} device
 * @param {string} origin @param {Address} address @param {import('./stage.mjs').Reader} reader
 * @returns {Promise<Load & { lcpOf: string, shifts: { value: number, of: string[] }[] }>}
 */
export async function measureLoad(browser, device, origin, { path, content, signedIn, warm }, reader) {
  const visitor = await Visitor.open(browser, device, origin, signedIn ? reader : undefined);
  try {
    if (warm) {
      // What a first visit leaves behind does not depend on how fast it was.
      const first = await new Visitor(visitor.context, { ...device, slowdown: 1, network: null }).tab(content);
      await first.page.goto(origin + path);
      await settled(first, content);
      await first.page.close();
    }
    const visit = await visitor.tab(content);
    await visit.page.goto(origin + path, { waitUntil: 'commit' });
    const seen = await settled(visit, content);
    const after = seen.longTasks.filter((/** @type {{ at: number }} */ { at }) => at >= seen.fcp);
    return {
      ttfb: seen.ttfb,
      fcp: seen.fcp,
      content: seen.content,
      lcp: seen.lcp,
      cls: seen.shift,
      tbt: after.reduce(
        (/** @type {number} */ sum, /** @type {{ ms: number }} */ { ms }) => sum + Math.max(0, ms - LONG_MS),
        0,
      ),
      scriptKb: visit.scripts() / 1_000,
      requests: visit.requests(),
      lcpOf: seen.lcpOf,
      shifts: seen.shifts,
    };
  } finally {
    await visitor.close();
  }
}

/**
 * Waits until the content is there and the page rests. @param {import('./visitor.mjs').Visit} visit @param {string}
 * content
 */
async function settled({ page, cdp }, content) {
  let [last, open] = [performance.now(), 0];
  const began = () => ((open += 1), (last = performance.now()));
  const ended = () => ((open = Math.max(0, open - 1)), (last = performance.now()));
  cdp.on('Network.requestWillBeSent', began);
  cdp.on('Network.loadingFinished', ended);
  cdp.on('Network.loadingFailed', ended);
  await page.waitForSelector(content, { state: 'visible' });
  const until = performance.now() + SETTLE_MOST_MS;
  last = performance.now();
  while ((open > 0 || performance.now() - last < SETTLED_MS) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 40));
  // Entries reach their observers a moment after what they tell of.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return {
      .../** @type {any} */ (window).__seen,
      ttfb: /** @type {PerformanceNavigationTiming} */ (navigation).responseStart,
    };
  });
}
