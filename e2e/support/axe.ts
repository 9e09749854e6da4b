import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const SIZES = [
  { width: 1340, height: 900 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;

/** Waits until nothing on the page moves or fades any more; what turns for ever does not count. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined))));
}

/** Everything that axe finds on the page as it stands, one line each. */
export async function problemsOf(page: Page): Promise<string[]> {
  const problems = await scan(page);
  // A colour in the middle of a fade is nobody's choice, and a fade can begin while axe looks; what is wrong with the page stays.
  return problems.length === 0 ? problems : scan(page);
}

async function scan(page: Page): Promise<string[]> {
  await still(page);
  // One document without frames needs no second page to put its parts together.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
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
      problems.push(...(await problemsOf(page)).map((problem) => `${state}, ${colorScheme}, ${size.width} wide: ${problem}`));
    }
  }
  if (before) await page.setViewportSize(before);
  // One after the other, so that a run names all of them.
  expect.soft(problems).toEqual([]);
}
