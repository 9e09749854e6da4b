import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { shrinkPicture } from './shrink-picture';

/** A picture of 4,000 x 3,000 pixels. */
const bitmap = { width: 4_000, height: 3_000, close: () => undefined };
const LARGE = new Uint8Array(400_000);

beforeEach(() => {
  globalThis.createImageBitmap = (async () => bitmap) as unknown as typeof createImageBitmap;
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  jest.restoreAllMocks();
  delete (globalThis as Partial<typeof globalThis>).createImageBitmap;
});

/** A browser that writes these types, each with so many bytes; all others become PNG, as the standard has it. */
const writes = (bytes: Partial<Record<string, number>>) =>
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = '') => {
    const written = bytes[type] === undefined ? 'image/png' : type;
    done(new Blob([new Uint8Array(bytes[written] ?? 0)], { type: written }));
  });
const shrunk = async (type: string) => {
  const { size, type: made } = await shrinkPicture(new File([LARGE], 'photo', { type }));
  return [made, size];
};

test('a photograph becomes a small WebP', async () => {
  writes({ 'image/webp': 90_000, 'image/jpeg': 120_000, 'image/png': 2_000_000 });
  expect(await shrunk('image/jpeg')).toEqual(['image/webp', 90_000]);
});

test('where the browser cannot write WebP, a photograph becomes a small JPEG', async () => {
  writes({ 'image/jpeg': 120_000, 'image/png': 2_000_000 });
  expect(await shrunk('image/jpeg')).toEqual(['image/jpeg', 120_000]);
  // It may be transparent, which JPEG cannot be.
  expect(await shrunk('image/png')).toEqual(['image/png', 400_000]);
});
