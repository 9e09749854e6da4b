import type { Page } from '@playwright/test';

/**
 * Stops the page's clock at an instant, in milliseconds. No answer tells the server's time, by which the page would go.
 */
export async function stopClock(page: Page, at: number): Promise<void> {
  await page.clock.setFixedTime(at);
  await page.addInitScript(() => {
    // An answer with an age says nothing of now.
    const has = Reflect.get(Headers.prototype, 'has') as (name: string) => boolean;
    Headers.prototype.has = function (name) {
      return name === 'age' || has.call(this, name);
    };
  });
}
