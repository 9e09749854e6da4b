/**
 * The built application in Chromium, on a desktop and on a phone: what a visit of each page costs, and how a feed of a
 * thousand cards behaves.
 */
import { availableParallelism } from 'node:os';
import { chromium, type Browser } from 'playwright-core';
import { LaunchFailure } from '../../local/failure.mjs';
import { findChromium } from '../../test/chromium.mts';
import { table } from '../report.mts';
import { median } from '../statistics.mts';
import { DEVICES, type Device } from './devices.mts';
import { measureHotPoll, measureOpening, measureScrolling } from './feed.mts';
import { limitsOfFeed, limitsOfPage, limitsOfSmoothness, over } from './limits.mts';
import { addresses, measureLoad, type Load } from './loads.mts';
import { setStage, type Stage } from './stage.mts';
import { Visitor } from './visitor.mts';
import type { Parts } from '../run.mts';
import type { Hot, Returned, Scrolled, Smoothness } from './feed.mts';

const FULL = { polls: 1_000, runs: 3, scrollMs: 150_000, hotCards: 50, hotVotes: 24, openings: 3 };
const QUICK = { polls: 60, runs: 1, scrollMs: 20_000, hotCards: 20, hotVotes: 6, openings: 1 };
/** Of the votes, at least; a tally may bring two of them. */
const UPDATES_SHARE = 0.6;
const LOAD_FIGURES = ['ttfb', 'fcp', 'content', 'lcp', 'cls', 'tbt', 'scriptKb', 'requests'] as const;

type On<T> = T & { device: Device['name'] };
type MeasuredPage = On<{ page: string; figures: Load; runs: Load[] }>;

/** What a long feed did, on each device. */
interface FeedFigures {
  scrolled: On<Scrolled>[];
  hot: On<Hot>[];
  opened: On<ReturnType<typeof openingFigures>>[];
}

export async function measureWeb(parts: Parts, { quick }: { quick: boolean }) {
  const executablePath = findChromium();
  if (!executablePath)
    throw new LaunchFailure(
      'This benchmark needs Chromium: install it (Debian: apt install chromium), or set CHROMIUM_PATH.',
    );
  const size = quick ? QUICK : FULL;
  const start = performance.now();
  const stage = await setStage(parts, { polls: size.polls, voters: size.hotVotes * DEVICES.length });
  const seconds = () => ((performance.now() - start) / 1_000).toFixed(0);
  console.log(`${size.polls} polls are there after ${seconds()} s`);
  // Root has no sandbox in Chromium; the rest keeps it from calling home in the middle of a measurement.
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const { origin } = parts.product;
    const about = {
      date: new Date().toISOString(),
      chromium: browser.version(),
      cores: availableParallelism(),
      devices: DEVICES,
      polls: size.polls,
      runs: size.runs,
    };
    const pages = await visitAll(browser, origin, stage, size.runs);
    printPages(pages);
    const feed: FeedFigures = { scrolled: [], hot: [], opened: [] };
    for (const [index, { name: device }] of DEVICES.entries()) {
      const visitor = await Visitor.open(browser, DEVICES[index], origin, stage.reader);
      const firstVoter = stage.firstVoter + index * size.hotVotes;
      const hotPoll = { cards: size.hotCards, votes: size.hotVotes, firstVoter };
      const longFeed = { cards: size.polls, limitMs: size.scrollMs };
      feed.opened.push({ device, ...openingFigures(await measureOpening(visitor, origin, size.openings)) });
      feed.hot.push({ device, ...(await measureHotPoll(visitor, parts.product, hotPoll)) });
      feed.scrolled.push({ device, ...(await measureScrolling(visitor, origin, longFeed)) });
      await visitor.close();
    }
    printFeed(feed);
    const problems = wrong(feed);
    const missed = [...missedPages(pages), ...missedFeed(feed)];
    for (const problem of problems) console.log(`WRONG: ${problem}`);
    for (const line of missed) console.log(`MISSED: ${line}`);
    if (missed.length === 0) console.log('All limits are kept.');
    console.log(`${seconds()} s`);
    return { about, pages, ...feed, problems, misses: missed, missed: !quick && missed.length > 0 };
  } finally {
    await browser.close();
  }
}

/** Every page on every device, in turns, so that a moment in which the computer is slow falls on all of them alike. */
async function visitAll(browser: Browser, origin: string, stage: Stage, runs: number): Promise<MeasuredPage[]> {
  const visits = DEVICES.flatMap((device) =>
    addresses(stage.pictured).map((address) => ({
      device,
      address,
      loads: [] as Load[],
    })),
  );
  const [first] = visits;
  // The browser's and the server's own first time.
  if (first) await measureLoad(browser, first.device, origin, first.address, stage.reader);
  for (let run = 0; run < runs; run += 1)
    for (const { device, address, loads } of visits)
      loads.push(await measureLoad(browser, device, origin, address, stage.reader));
  return visits.map(({ device, address, loads }) => ({
    device: device.name,
    page: address.name,
    figures: Object.fromEntries(LOAD_FIGURES.map((name) => [name, median(loads.map((load) => load[name]))])) as Load,
    runs: loads,
  }));
}

const openingFigures = (runs: Returned[]) => ({
  openMs: median(runs.map(({ openMs }) => openMs)),
  backMs: median(runs.map(({ backMs }) => backMs)),
  spinners: runs.filter(({ spinner }) => spinner).length,
  // One that is wrong is not made good by the others.
  offBy: Math.max(...runs.map(({ offBy }) => offBy)),
  cardOffBy: Math.max(...runs.map(({ cardOffBy }) => cardOffBy)),
  shift: Math.max(...runs.map(({ shift }) => shift)),
});

/** Measurements of something other than was meant. */
function wrong({ hot, scrolled }: FeedFigures) {
  const short = scrolled
    .filter(({ cards, wanted }) => cards < wanted)
    .map(({ device, cards, wanted }) => `${device}: only ${cards} of ${wanted} cards were reached`);
  const miscounted = hot
    .filter(({ shownVotes, votes }) => shownVotes !== votes)
    .map(({ device, shownVotes, votes }) => `${device}: ${votes} votes were cast, and the card counted ${shownVotes}`);
  return [...short, ...miscounted];
}

const missedPages = (pages: MeasuredPage[]) =>
  pages.flatMap(({ device, page, figures }) =>
    over(figures, limitsOfPage(device, page)).map((line) => `${page} on a ${device}: ${line}`),
  );

function missedFeed({ scrolled, hot, opened }: FeedFigures) {
  return [
    ...scrolled.flatMap(({ device, smooth, heapMbPerThousand, nodesMore, back }) => {
      const { openMs: _, ...limits } = limitsOfFeed(device);
      return [
        ...over(smooth, limitsOfSmoothness(device, 'scrolling')),
        ...over({ heapMbPerThousand, nodesMore, ...back }, limits),
      ].map((line) => `scrolling on a ${device}: ${line}`);
    }),
    ...hot
      .filter(({ updates, votes }) => updates < votes * UPDATES_SHARE)
      .map(
        ({ device, updates, votes }) =>
          `a hot poll on a ${device}: the card changed ${updates} times in ${votes} votes`,
      ),
    ...hot.flatMap(({ device, smooth }) =>
      over(smooth, limitsOfSmoothness(device, 'hot')).map((line) => `a hot poll on a ${device}: ${line}`),
    ),
    ...opened.flatMap(({ device, spinners, ...figures }) => {
      const { openMs, offBy, cardOffBy } = limitsOfFeed(device);
      return over(
        { spinners, ...figures },
        { openMs: openMs ?? 0, offBy: offBy ?? 0, cardOffBy: cardOffBy ?? 0, spinners: 0 },
      ).map((line) => `opening a poll on a ${device}: ${line}`);
    }),
  ];
}

const ms = (value: number) => value.toFixed(0);

function printPages(pages: MeasuredPage[]) {
  const rows = pages.map(({ device, page, figures }) => [
    device,
    page,
    ...(['ttfb', 'fcp', 'content', 'lcp'] as const).map((name) => ms(figures[name])),
    figures.cls.toFixed(4),
    ms(figures.tbt),
    figures.scriptKb.toFixed(1),
    ms(figures.requests),
  ]);
  const head = ['device', 'page', 'TTFB ms', 'FCP ms', 'content ms', 'LCP ms', 'CLS', 'TBT ms', 'JS kB', 'requests'];
  console.log(`\n${table(head, rows, [0, 1])}\n`);
}

function printFeed({ scrolled, hot, opened }: FeedFigures) {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const smoothRow = (device: string, what: string, smooth: Smoothness) => [
    device,
    what,
    smooth.seconds.toFixed(1),
    String(smooth.longTasks),
    ms(smooth.longest),
    percent(smooth.droppedShare),
    ms(smooth.eventP98),
    smooth.cls.toFixed(4),
  ];
  const rows = [
    ...scrolled.map(({ device, cards, smooth }) => smoothRow(device, `scrolling ${cards} cards`, smooth)),
    ...hot.map(({ device, cards, updates, smooth }) =>
      smoothRow(device, `${updates} live updates, ${cards} cards`, smooth),
    ),
  ];
  console.log(
    table(['device', 'what', 's', 'long tasks', 'longest ms', 'frames dropped', 'event p98 ms', 'CLS'], rows, [0, 1]),
  );
  const backRows = [
    ...opened.map(({ device, openMs, backMs, spinners, offBy, cardOffBy }) => [
      device,
      'down the feed',
      ms(openMs),
      ms(backMs),
      String(spinners),
      offBy.toFixed(1),
      cardOffBy.toFixed(1),
      '',
      '',
    ]),
    ...scrolled.map(({ device, back, heapMbPerThousand, nodesMore }) => [
      device,
      'at its end',
      ms(back.openMs),
      ms(back.backMs),
      String(Number(back.spinner)),
      back.offBy.toFixed(1),
      back.cardOffBy.toFixed(1),
      heapMbPerThousand.toFixed(1),
      ms(nodesMore),
    ]),
  ];
  const times = ['tap to content ms', 'back ms', 'spinners', 'page off by px', 'card off by px'];
  const head = ['device', 'opening a poll', ...times, 'heap MB per 1,000', 'nodes more'];
  console.log(`\n${table(head, backRows, [0, 1])}\n`);
}
