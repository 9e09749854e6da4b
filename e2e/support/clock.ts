import type { Page } from '@playwright/test';

/** Stops the page's clock at an instant, in milliseconds, and hides the server's time from the page. */
export async function stopClock(page: Page, at: number): Promise<void> {
  await page.clock.setFixedTime(at);
  await page.addInitScript(() => {
    // The page ignores the time of an answer that has an age.
    const has = Reflect.get(Headers.prototype, 'has') as (name: string) => boolean;
    Headers.prototype.has = function (name) {
      return name === 'age' || has.call(this, name);
    };
  });
}
