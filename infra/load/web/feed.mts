/**
 * What a long feed does: while it is scrolled, while one of its polls is voted on, and when a poll is opened and left
 * again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../statistics.mts';
import { sessionCookie } from '../tokens.mts';
import { startRecording } from './observers.mts';
import type { Page } from 'playwright-core';
import type { Visit, Visitor } from './visitor.mts';
import type { Product } from '../product.mts';

const CARD = 'article.poll';
const FRAME_MS = 1_000 / 60;
/** Turns of the wheel: one a frame. */
const STEPS_PER_S = 60;
const KEY_EVERY = 30;
/** Four a second, as many as the gateway lets through; then a like is pressed now and then. */
const VOTE_MS = 250;
const PRESS_MS = 900;

export type Smoothness = Awaited<ReturnType<typeof smoothness>>;

/** Since `startRecording`: milliseconds; events are key presses, clicks and taps. */
async function smoothness(page: Page) {
  const { frames, longTasks, events, shift } = await page.evaluate(() => window.__seen);
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? 0));
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  const latencies = events
    .filter(({ interaction }) => interaction > 0)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  return {
    seconds: ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1_000,
    longTasks: longTasks.length,
    longest: Math.max(0, ...longTasks.map(({ ms }) => ms)),
    droppedShare: dropped / (gaps.length + dropped),
    eventP98: percentile(latencies, 0.98),
    cls: shift,
  };
}

/** The page's own objects and nodes, without garbage. */
async function memory({ cdp }: Visit) {
  for (let pass = 0; pass < 2; pass += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heapMb: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes') };
}

const pollsLoaded = ({ page }: Visit) => page.evaluate(() => document.querySelectorAll('.poll-slot').length);

/**
 * Turns the wheel until so many cards have been passed, and presses a key now and then, whose way to the next frame
 * is timed.
 */
async function scrollPast(visit: Visit, cards: number, limitMs: number) {
  const { page, cdp, device } = visit;
  const { width, height } = page.viewportSize() ?? { width: 800, height: 800 };
  const deadline = performance.now() + limitMs;
  let lost = false;
  for (let step = 0; performance.now() < deadline && !lost; step += 1) {
    const due = performance.now() + 1_000 / STEPS_PER_S;
    // A wheel does not wait until the page has followed it; what is due at once the browser puts together.
    cdp
      .send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x: width / 2,
        y: height / 2,
        deltaX: 0,
        deltaY: device.scrolling / STEPS_PER_S,
      })
      .catch(() => (lost = true));
    if (step % KEY_EVERY === 0) await page.keyboard.press('Shift');
    if (step % KEY_EVERY === 0 && (await pollsLoaded(visit)) >= cards && (await atEnd(page, cards))) return;
    await wait(Math.max(0, due - performance.now()));
  }
}

const atEnd = (page: Page, cards: number) =>
  page.evaluate(
    (count) =>
      (document.querySelectorAll('.poll-slot')[count - 1]?.getBoundingClientRect().top ?? Infinity) < innerHeight,
    cards,
  );

export type Scrolled = Awaited<ReturnType<typeof measureScrolling>>;

/** Scrolls to the end of a long feed, then opens a poll there and goes back. */
export async function measureScrolling(
  visitor: Visitor,
  origin: string,
  { cards, limitMs }: { cards: number; limitMs: number },
) {
  // A slow network would only make the end of each page a rest.
  const visit = await visitor.tab(CARD, { network: false });
  await visit.page.goto(`${origin}/home`);
  await visit.page.waitForSelector(CARD);
  // Code that runs for the first time is not growth.
  await scrollPast(visit, 20, 10_000);
  await wait(1_000);
  const before = await memory(visit);
  const passed = await pollsLoaded(visit);
  await visit.page.evaluate(startRecording);
  await scrollPast(visit, cards, limitMs);
  const smooth = await smoothness(visit.page);
  await wait(1_000);
  const after = await memory(visit);
  const reached = await pollsLoaded(visit);
  const back = await openAndReturn(visit);
  await visit.page.close();
  return {
    cards: reached,
    wanted: cards,
    smooth,
    heapMbPerThousand: ((after.heapMb - before.heapMb) / (reached - passed)) * 1_000,
    nodesMore: after.nodes - before.nodes,
    back,
  };
}

export type Returned = Awaited<ReturnType<typeof openAndReturn>>;

/** Chooses a question on the screen and has the page note what happens from the tap on. */
const leave = (page: Page) =>
  page.evaluate(() => {
    const link = [...document.querySelectorAll('article.poll h2 a')].find((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return top > 70 && bottom < innerHeight - 80;
    });
    const card = link?.closest('article');
    if (!link || !card) return null;
    const box = link.getBoundingClientRect();
    const state = {
      id: card.dataset['pollId'],
      top: card.getBoundingClientRect().top,
      scrollY,
      x: box.left + 20,
      y: box.top + 10,
    };
    const opened = { pressed: 0, content: 0, spinner: false };
    Object.assign(window, { __opened: opened });
    addEventListener('click', ({ timeStamp }) => (opened.pressed = timeStamp), { capture: true, once: true });
    const look = () => {
      opened.spinner ||=
        document.querySelector('.spinner, .pulse') !== null &&
        document.querySelector('h1.question') === null &&
        location.pathname.startsWith('/poll/');
      // After the frame that holds it has been handed over.
      if (document.querySelector('h1.question')) setTimeout(() => (opened.content = performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return state;
  });

/**
 * Opens a card's poll and goes back.
 * @param visit a feed
 * @returns `offBy`: pixels between where the page was left and where it is again
 */
async function openAndReturn({ page }: Visit) {
  await wait(600);
  let left = await leave(page);
  // Between two tall cards there may be no question on a small screen.
  for (let turn = 0; !left && turn < 10; turn += 1) {
    await page.evaluate(() => scrollBy(0, -150));
    await wait(200);
    left = await leave(page);
  }
  if (!left) throw new Error('no question was on the screen');
  await page.mouse.click(left.x, left.y);
  await page.waitForFunction(() => window.__opened.content > 0);
  const opened = await page.evaluate(() => window.__opened);
  await wait(400);
  const backMs = await page.evaluate(
    (id) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        window.__seen.shift = 0;
        const look = () =>
          document.querySelector(`article[data-poll-id="${id}"] h2`)
            ? setTimeout(() => resolve(performance.now() - start))
            : requestAnimationFrame(look);
        requestAnimationFrame(look);
        history.back();
      }),
    left.id,
  );
  await wait(800);
  const now = await page.evaluate(
    (id) => ({
      scrollY,
      top: document.querySelector(`article[data-poll-id="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN,
      shift: window.__seen.shift,
    }),
    left.id,
  );
  return {
    openMs: opened.content - opened.pressed,
    spinner: opened.spinner,
    backMs,
    offBy: Math.abs(now.scrollY - left.scrollY),
    cardOffBy: Math.abs(now.top - left.top),
    shift: now.shift,
  };
}

/** Some cards down the feed, several times: opens a poll and goes back. */
export async function measureOpening(visitor: Visitor, origin: string, times: number): Promise<Returned[]> {
  const visit = await visitor.tab(CARD);
  await visit.page.goto(`${origin}/home`);
  await visit.page.waitForSelector(CARD);
  const runs = [];
  for (let run = 0; run < times; run += 1) {
    await scrollPast(visit, 12 * (run + 1), 15_000);
    runs.push(await openAndReturn(visit));
  }
  await visit.page.close();
  return runs;
}

export type Hot = Awaited<ReturnType<typeof measureHotPoll>>;

/**
 * A poll on the screen is voted on four times a second, while a long feed is there, and likes are pressed meanwhile.
 * @param size each voter has a session and has not voted
 * @returns `updates`: how often the card showed another total
 */
export async function measureHotPoll(
  visitor: Visitor,
  { origin, secret }: Product,
  { cards, votes, firstVoter }: { cards: number; votes: number; firstVoter: number },
) {
  const visit = await visitor.tab(CARD);
  const { page } = visit;
  await page.goto(`${origin}/home`);
  await page.waitForSelector(CARD);
  await scrollPast(visit, cards, 60_000);
  const loaded = await pollsLoaded(visit);
  await page.evaluate(() => scrollTo(0, 0));
  // Cards come back into the page a moment after their places.
  await page.locator('.poll-slot').first().locator(CARD).waitFor();
  const pollId = Number(await page.locator(CARD).first().getAttribute('data-poll-id'));
  const card = page.locator(`${CARD}[data-poll-id="${pollId}"]`);
  // Only those who have voted see counts per option, and so bars that move.
  if ((await card.locator('.opt').count()) > 0) await card.locator('.opt').first().click();
  await card.locator('.results').waitFor();
  await wait(2_500);
  const before = await total(page, pollId);
  await page.evaluate(startRecording);
  await page.evaluate((id) => {
    const line = document.querySelector(`article[data-poll-id="${id}"] .results`);
    Object.assign(window, { __updates: 0 });
    let text = '';
    new MutationObserver(() => {
      const now = [...(line?.querySelectorAll('.vh') ?? [])].map((node) => node.textContent).join();
      if (now !== text) window.__updates += 1;
      text = now;
    }).observe(line as Element, { subtree: true, childList: true, characterData: true });
  }, pollId);
  const start = performance.now();
  let pressed = start;
  for (let vote = 0; vote < votes; vote += 1) {
    const userId = firstVoter + vote;
    const answer = await fetch(`${origin}/api/votes`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: sessionCookie(userId, secret),
      },
      body: JSON.stringify({ pollId, optionIndex: vote % 2 }),
    });
    if (!answer.ok) throw new Error(`POST /api/votes: ${answer.status}`);
    if (performance.now() - pressed > PRESS_MS) {
      pressed = performance.now();
      await card.locator('.act[aria-pressed]').first().click();
    }
    await wait(Math.max(0, start + (vote + 1) * VOTE_MS - performance.now()));
  }
  await page
    .waitForFunction(
      ([id, count]) =>
        document
          .querySelector(`article[data-poll-id="${id}"] .tally-line`)
          ?.textContent?.replaceAll(/\D/g, '')
          .startsWith(String(count)),
      [pollId, before + votes],
      { timeout: 5_000 },
    )
    .catch(() => undefined);
  await wait(1_800);
  const smooth = await smoothness(page);
  const shown = await total(page, pollId);
  const updates = await page.evaluate(() => window.__updates);
  await page.close();
  return { cards: loaded, votes, updates, shownVotes: shown - before, smooth };
}

const total = async (page: Page, pollId: number) =>
  Number(
    (await page.locator(`${CARD}[data-poll-id="${pollId}"] .tally-line > span`).first().textContent())?.replaceAll(
      /\D/g,
      '',
    ),
  );
