/** First and later visits of a page: what they cost, and when there is something to see. */
import { Visitor, type Visit } from './visitor.mts';
import type { Browser } from 'playwright-core';
import type { Device } from './devices.mts';
import type { Reader } from './stage.mts';

/** Nothing requested and nothing computed for so long: the page has settled. */
const SETTLED_MS = 400;
const SETTLE_MOST_MS = 12_000;
const LONG_MS = 50;

/** `content`: selector of what the visitor comes for; `warm`: with all that a first visit left in the cache. */
export interface Address {
  path: string;
  name: string;
  content: string;
  signedIn: boolean;
  warm?: boolean;
}
/** Milliseconds; kB as transferred. */
export type Load = Record<'ttfb' | 'fcp' | 'content' | 'lcp' | 'cls' | 'tbt' | 'scriptKb' | 'requests', number>;

export const addresses = (pollId: number): Address[] => [
  { path: '/', name: '/', content: '.landing h1, main h1', signedIn: false },
  { path: '/login', name: '/login', content: 'form input[type="email"]', signedIn: false },
  { path: '/home', name: '/home', content: 'article.poll', signedIn: true },
  { path: '/home', name: '/home, cached', content: 'article.poll', signedIn: true, warm: true },
  { path: `/poll/${pollId}`, name: '/poll/{id}', content: 'article.poll', signedIn: true },
  { path: '/create', name: '/create', content: 'main form textarea, main form input', signedIn: true },
];

export async function measureLoad(
  browser: Browser,
  device: Device,
  origin: string,
  { path, content, signedIn, warm }: Address,
  reader: Reader,
): Promise<Load> {
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
    const after = seen.longTasks.filter(({ at }) => at >= seen.fcp);
    return {
      ttfb: seen.ttfb,
      fcp: seen.fcp,
      content: seen.content,
      lcp: seen.lcp,
      cls: seen.shift,
      tbt: after.reduce((sum, { ms }) => sum + Math.max(0, ms - LONG_MS), 0),
      scriptKb: visit.scripts() / 1_000,
      requests: visit.requests(),
    };
  } finally {
    await visitor.close();
  }
}

/** Waits until the content is there and the page rests. */
async function settled({ page, cdp }: Visit, content: string) {
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
  // Entries reach their observers a moment after the event.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { ...window.__seen, ttfb: navigation.responseStart };
  });
}
