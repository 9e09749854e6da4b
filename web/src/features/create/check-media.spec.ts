import { expect, test } from '@jest/globals';
import { MEDIA_MAX_BYTES } from '@inkling/contracts/constants';
import { mediaProblem } from './check-media';

test('pictures and clips up to 25 MB are taken', () => {
  expect(mediaProblem('image', { size: 1 })).toBeNull();
  expect(mediaProblem('video', { size: MEDIA_MAX_BYTES })).toBeNull();
});

test('anything else is refused, with the reason', () => {
  expect(mediaProblem('image', { size: MEDIA_MAX_BYTES + 1 })).toMatch(/larger than 25MB/);
  expect(mediaProblem(null, { size: 10 })).toMatch(/cannot be added/);
  expect(mediaProblem(null, { size: 0 })).toMatch(/empty/);
});
