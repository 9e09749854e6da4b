import type { Page } from '@playwright/test';
import { unique } from '../support/actor';
import { still } from '../support/axe';
import { failing } from '../support/failures';
import { cardOf, expect, expectToast, test } from '../support/journey';

/** Screens of a signed-in user; the poll is the user's own. */
const screens = (pollId: number, userId: number) => [
  '/home',
  `/poll/${pollId}`,
  '/create',
  '/search',
  '/notifications',
  '/profile',
  `/profile/${userId}/followers`,
  '/edit-profile',
  '/settings',
  '/debug',
  '/help',
];

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.pulse')).toHaveCount(0);
  await still(page);
}

/** Elements that overflow the window or are cut off in their own box, one line each, except scrolling ones. */
function cutOff(): string[] {
  const found: string[] = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px wider than the window`);
  for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    if (element.closest('.vh, .recent-root ul, .shell-skip, [aria-hidden="true"], svg')) continue;
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent?.trim() ?? '')
      .join(' ')
      .trim();
    if (text === '') continue;
    const label = `${element.tagName.toLowerCase()}.${element.className} "${text.slice(0, 30)}"`;
    if (left < -1 || right > innerWidth + 1) found.push(`${label} lies outside the window`);
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    if (overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
      found.push(`${label} is cut off in its width`);
    if (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 4)
      found.push(`${label} is cut off in its height`);
  }
  return found;
}

/** Controls that overflow their card. */
function hangingOut(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.poll, .slip, .peek')].flatMap((card) =>
    [...card.querySelectorAll<HTMLElement>('button, input, .input, .btn, .dive')]
      // Elements that are rotated by a degree reach a little further.
      .filter((control) => control.getBoundingClientRect().right > card.getBoundingClientRect().right + 1)
      .map((control) => `${control.tagName.toLowerCase()}.${control.className} hangs out of its .${card.className}`),
  );
}

test.describe('200 % zoom', () => {
  // At 200 %, a window of 1280 pixels is 640 wide to the page.
  test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });

  test('no screen scrolls sideways and nothing is cut off', async ({ page, me }) => {
    test.slow();
    const pollId = await me.ask(
      unique('Donaudampfschifffahrtsgesellschaftskapitän or a captain with a rather short name?'),
      ['Donaudampfschifffahrtsgesellschaftskapitänsmützenband', 'No'],
    );
    for (const path of screens(pollId, me.id)) {
      await settled(page, path);
      expect.soft(await page.evaluate(cutOff), path).toEqual([]);
    }
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    for (const path of ['/', '/login']) {
      await settled(page, path);
      expect.soft(await page.evaluate(cutOff), path).toEqual([]);
    }
  });

  test('the same holds at 400 %, which is 320 pixels', async ({ page, me }) => {
    test.slow();
    const pollId = await me.ask(unique('Which one?'));
    await page.setViewportSize({ width: 320, height: 568 });
    const isWhole = async (path: string) => {
      await settled(page, path);
      expect.soft(await page.evaluate(cutOff), path).toEqual([]);
      expect.soft(await page.evaluate(hangingOut), path).toEqual([]);
    };
    for (const path of screens(pollId, me.id)) await isWhole(path);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    for (const path of ['/', '/login', `/poll/${pollId}`, '/forgot-password', '/privacy']) await isWhole(path);
  });
});

/** Selectors of controls that may be smaller than 44 px, each with the reason. */
const SMALLER: Record<string, string> = {
  'p a, li p a, .fine a, .notice a': 'a link within a sentence (WCAG 2.5.8, inline)',
  '.question a': "as tall as its lines; the card's Comment leads to the same page",
  '.foot a': '32 high, in columns of their own (WCAG 2.5.8 asks for 24)',
  '.shell-skip': 'for the keyboard alone',
  'input[type="file"]': 'hidden behind the button that opens it',
  '.recommendation-chip-chip': 'opens nothing: its tooltip repeats what the chip says',
  '.calendar-day button': 'seven to a row on the narrowest phone; 38 high and apart from each other',
};

/** Main controls whose target, including the area that CSS adds around it, is smaller than 44 x 44. */
function smallTargets(exempt: string[]): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(
    '#root :is(a[href], button, input, textarea, summary, [role="button"])',
  )) {
    if (exempt.some((selector) => element.matches(selector)) || element.closest('.vh, [aria-hidden="true"], [inert]'))
      continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // A field's target is its frame, a radio's its label.
    const target = element.closest('label, .input, .search-box-root') ?? element;
    const box = target.getBoundingClientRect();
    let [top, bottom, left, right] = [box.top, box.bottom, box.left, box.right];
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(element, part);
      if (style.content === 'none' || style.position !== 'absolute' || style.pointerEvents === 'none') continue;
      const outer = (side: string) => Math.max(0, -(Number.parseFloat(side) || 0));
      [top, bottom, left, right] = [
        Math.min(top, box.top - outer(style.top)),
        Math.max(bottom, box.bottom + outer(style.bottom)),
        Math.min(left, box.left - outer(style.left)),
        Math.max(right, box.right + outer(style.right)),
      ];
    }
    const [width, height] = [Math.round(right - left), Math.round(bottom - top)];
    if (width >= 44 && height >= 44) continue;
    const label = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30);
    found.push(`${element.tagName.toLowerCase()}.${element.className} "${label}" is ${width} x ${height}`);
  }
  return [...new Set(found)];
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('every control is at least 44 pixels large', async ({ page, me, someone }) => {
    test.slow();
    const pollId = await me.ask(unique('Large enough?'));
    const friend = await someone('Ipek Yilmaz');
    await friend.follow(me);
    await friend.comment(pollId, 'Yes.');
    await me.comment(pollId, 'No.');
    for (const path of screens(pollId, me.id)) {
      await settled(page, path);
      expect.soft(await page.evaluate(smallTargets, Object.keys(SMALLER)), path).toEqual([]);
    }
  });
});

test.describe('reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('bars, numbers and ticks appear without movement', async ({ page, me }) => {
    const question = unique('Moving?');
    const pollId = await me.ask(question);
    await page.goto(`/poll/${pollId}`);
    const option = cardOf(page, question).getByRole('button', { name: 'Yes' });
    await expect(option).toBeVisible();
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      const look = () => {
        seen.push(
          ...document
            .getAnimations()
            .map((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0)),
        );
        requestAnimationFrame(look);
      };
      look();
    });
    await option.click();
    await expectToast(page, 'Vote Recorded');
    await expect(cardOf(page, question).getByRole('listitem').filter({ hasText: 'Yes' })).toContainText(
      ', 100%, 1 vote, your vote',
    );
    const durations = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    expect(Math.max(0, ...durations)).toBeLessThanOrEqual(120);
  });
});

/** Records every sentence that a live region announces, as a screen reader would hear it. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const regions = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]';
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        const nodes = type === 'characterData' ? [target] : [...addedNodes];
        for (const node of nodes) {
          const element = node instanceof Element ? node : node.parentElement;
          const text = node.textContent?.trim();
          if (element?.closest(regions) && !element.closest('[aria-hidden="true"]') && text) heard.push(text);
        }
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));
}

test('one polite region announces votes, messages and failures, each once', async ({ page, me, someone }) => {
  const question = unique('Said once?');
  // Another user's poll, so that no notification is announced here.
  const pollId = await (await someone('Ana Ruiz')).ask(question);
  expect(me.id).toBeGreaterThan(0);
  await page.goto(`/poll/${pollId}`);
  await expect(cardOf(page, question)).toBeVisible();
  const region = page.locator('[data-announcer]');
  await expect(region).toHaveCount(1);
  await expect(region).toHaveAttribute('aria-live', 'polite');
  const heard = await listen(page);

  await cardOf(page, question).getByRole('button', { name: 'Yes' }).click();
  await expectToast(page, 'Vote Recorded');
  const said: string[] = [];
  await expect(async () => {
    said.push(...(await heard()));
    expect(said.toSorted()).toEqual([
      'Results: Yes, 100%, 1 vote, your vote. No, 0%, 0 votes. Perhaps, 0%, 0 votes',
      'Vote Recorded. Your vote has been counted!',
    ]);
  }).toPass();

  const mend = await failing(page, 'POST', '/api/likes');
  const like = cardOf(page, question).getByRole('button', { name: /^Like/ });
  await like.click();
  await expect.poll(heard).toEqual(['Error. Failed to toggle like. Please try again.']);
  await like.click();
  await expect
    .poll(heard, 'the same failure again is said again')
    .toEqual(['Error. Failed to toggle like. Please try again.']);
  await mend();

  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Heard.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.poll(heard).toEqual(['Your comment was added.']);
});

test.describe('a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('every screen of the shell begins at the same edge, and the sidebar does not cut a name', async ({
    page,
    me,
  }) => {
    const pollId = await me.ask(unique('Which one?'));
    const edges: Record<string, number> = {};
    for (const path of screens(pollId, me.id).filter((screen) => !['/edit-profile', '/help'].includes(screen))) {
      await page.goto(path);
      const column = page.locator('.main > :is(.content, .col)');
      await expect(column).toBeVisible();
      // A page may be replaced between two measurements.
      const edge = (): Promise<number> =>
        column.evaluate((element) => Math.round(element.getBoundingClientRect().left));
      await expect.poll(async () => (edges[path] = await edge())).toBeGreaterThan(0);
    }
    expect(new Set(Object.values(edges)), JSON.stringify(edges)).toEqual(new Set([edges['/home']]));
    const name = page.locator('.shell-me .who-name');
    await name.evaluate((element) => (element.firstElementChild!.textContent = 'Christina Wolkenstein'));
    expect(
      await name.evaluate(
        (element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 4,
      ),
    ).toBe(false);
  });
});
