import { beforeEach, expect, test } from '@jest/globals';
import { shouldReload, watchBuildFiles } from './stale-build';

const NOW = 1_800_000_000_000;

function missingFile(): Error {
  const error = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  return error;
}

beforeEach(() => sessionStorage.clear());
watchBuildFiles();

test('a missing file of the build reloads the page once a minute at most, a fault of a page never does', () => {
  expect(shouldReload(new TypeError('x is not a function'), NOW)).toBe(false);
  const first = missingFile();
  expect(shouldReload(first, NOW)).toBe(true);
  expect(shouldReload(first, NOW + 1)).toBe(true);
  expect(shouldReload(missingFile(), NOW + 59_000)).toBe(false);
  expect(shouldReload(missingFile(), NOW + 61_000)).toBe(true);
});

test('without a network nothing is reloaded', () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  expect(shouldReload(missingFile(), NOW)).toBe(false);
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
});
