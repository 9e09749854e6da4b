import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const SIZES = [
  { width: 1340, height: 900 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;
/** Rules that depend on the theme (colours, the name of its switch). They run in each theme on each size. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** All other rules, which run once on each size and once in each theme. */
const FULL_SCANS = new Set(['1340 light', '390 dark']);

/** Waits until no animation on the page runs, except endless ones. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

/** Everything that axe finds on the page, one line each, with the given rules or with all. */
export async function problemsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const problems = await scan(page, rules);
  // A color in the middle of a fade is not a finding, and a fade can begin while axe runs. A real problem persists, so
  // look again.
  return problems.length === 0 ? problems : scan(page, rules);
}

async function scan(page: Page, rules?: readonly string[]): Promise<string[]> {
  await still(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // By default axe also describes every element that passes, which takes as long as the rules do.
  const options: RunOptions = { resultTypes: ['violations'], ...(rules ? { runOnly: [...rules] } : {}) };
  const violations = await page.evaluate(async (given) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    return (await inPage.run(document, given)).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary = '' }) => ({ target, failureSummary })),
    }));
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}

/** Expects that axe finds nothing on this state of the page, in both themes, on a desktop and on a phone. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  const problems: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme));
      const rules = FULL_SCANS.has(`${size.width} ${colorScheme}`) ? undefined : COLOUR_RULES;
      const found = await problemsOf(page, rules);
      problems.push(...found.map((problem) => `${state}, ${colorScheme}, ${size.width} wide: ${problem}`));
    }
  }
  if (before) await page.setViewportSize(before);
  // One after the other, so that a run reports all findings.
  expect.soft(problems).toEqual([]);
}
