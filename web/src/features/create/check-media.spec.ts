import { expect, test } from '@jest/globals';
import { MEDIA_MAX_BYTES } from '@inkling/contracts/constants';
import { mediaProblem } from './check-media';

test('pictures and clips up to 25 MB are taken', () => {
  expect(mediaProblem({ type: 'image/png', size: 1 })).toBeNull();
  expect(mediaProblem({ type: 'video/webm', size: MEDIA_MAX_BYTES })).toBeNull();
});

test('anything else is refused, with the reason', () => {
  expect(mediaProblem({ type: 'image/png', size: MEDIA_MAX_BYTES + 1 })).toMatch(/larger than 25MB/);
  expect(mediaProblem({ type: 'image/svg+xml', size: 10 })).toMatch(/cannot be added/);
  expect(mediaProblem({ type: '', size: 10 })).toMatch(/cannot be added/);
  expect(mediaProblem({ type: 'image/gif', size: 0 })).toMatch(/empty/);
});
