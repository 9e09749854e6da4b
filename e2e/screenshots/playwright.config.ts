import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config';

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1340, height: 900 },
  tablet: { width: 820, height: 1180 },
  narrow: { width: 320, height: 640 },
};
/** Sizes in which every screen is taken; in the others those whose tag names the size. */
const ALWAYS = ['phone', 'desktop'];

// The product inherits these settings. On the port before the product's, the setup plays the model of Deep Dives.
Object.assign(process.env, {
  COMMENTS_PER_MINUTE: '1000',
  RECOMMENDATIONS_MS: '2000',
  INSIGHTS_PROVIDER: 'openai',
  // The model starts after the product.
  INSIGHTS_PROBE_MS: '500',
  OPENAI_API_KEY: 'local',
  OPENAI_BASE_URL: `http://127.0.0.1:${Number(process.env['E2E_PORT']) - 1}/v1`,
});

/**
 * A picture of every screen and state, in every look: `npm run screenshots`. E2E_BASE_URL and E2E_DATA_DIR name a
 * running instance of this machine to use; people and polls stay on it.
 */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'all-screens.ts',
  globalSetup: './setup.ts',
  projects: Object.entries(SIZES).flatMap(([size, viewport]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${size}-${colorScheme}`,
      ...(ALWAYS.includes(size) ? {} : { grep: new RegExp(`@${size}`) }),
      use: { viewport, colorScheme, hasTouch: viewport.width < 640 },
    })),
  ),
  // One after the other: sign-ins and searches of a screen show on later ones.
  workers: 1,
  reporter: 'line',
  use: {
    ...journeys.use,
    actionTimeout: 15_000,
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...journeys.use?.launchOptions,
      args: [...(journeys.use?.launchOptions?.args ?? []), '--hide-scrollbars'],
    },
  },
});
