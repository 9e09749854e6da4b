import { expect, type Locator, type Page } from '@playwright/test';

type Role = Parameters<Page['getByRole']>[0];
type Name = string | RegExp;

/** More Tab stops than the longest page has. */
const MOST_STOPS = 250;

/** The focused element, if it has this role and name. */
export const focusedAs = (page: Page, role: Role, name: Name): Locator =>
  page.getByRole(role, { name, exact: typeof name === 'string' }).and(page.locator(':focus'));

/** Expects the focus on this element, and a visible ring on it or around it, inside the window. */
export async function expectFocus(page: Page, role: Role, name: Name): Promise<void> {
  await expect(focusedAs(page, role, name)).toBeVisible();
  await expectFocusSeen(page);
}

/** Expects that the focus is visible on the page. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(unseen)).toBe('');
}

function unseen(): string {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has the focus';
  const label = `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? ''}"`;
  const drawn = (style: CSSStyleDeclaration) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2 && !style.outlineColor.endsWith(', 0)');
  // Fields and rows draw the ring around their container.
  const around = [element, element.parentElement, element.parentElement?.parentElement, element.closest('li')].filter(
    (one) => one instanceof Element,
  );
  if (!around.some((one) => drawn(getComputedStyle(one)))) return `${label} has no ring`;
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  // A radio in a group is drawn by its label and may have no size itself.
  if (width > 1 && (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth))
    return `${label} is outside the window`;
  for (let one: Element | null = element; one; one = one.parentElement)
    if (getComputedStyle(one).opacity === '0' && !(element instanceof HTMLInputElement))
      return `${label} is transparent`;
  return '';
}

/** Presses Tab, or Shift and Tab, until this element has the focus; every stop on the way must be visible. */
export async function tabTo(page: Page, role: Role, name: Name, { back = false } = {}): Promise<void> {
  // Wait for the element, or Tab would pass its place before it exists.
  await expect(page.getByRole(role, { name, exact: typeof name === 'string' }).first()).toBeAttached();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    // After the last stop, one press moves the focus to the browser itself.
    if (await page.evaluate(() => document.activeElement === document.body)) continue;
    await expectFocusSeen(page);
    if ((await focusedAs(page, role, name).count()) > 0) return;
  }
  throw new Error(`No Tab leads to the ${role} ${String(name)}`);
}
