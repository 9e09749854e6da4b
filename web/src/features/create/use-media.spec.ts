import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useMedia } from './use-media';

/** Pictures being loaded, in the order in which they were chosen; `onload` completes one. */
let looked: { naturalWidth: number; naturalHeight: number; onload?: () => void }[];
const original = globalThis.Image;

beforeEach(() => {
  looked = [];
  globalThis.Image = function () {
    const image = { naturalWidth: 4, naturalHeight: 3 };
    looked.push(image);
    return image;
  } as unknown as typeof Image;
  let last = 0;
  URL.createObjectURL = () => `blob:${++last}`;
  URL.revokeObjectURL = jest.fn();
});
afterEach(() => {
  globalThis.Image = original;
});

const picture = (name: string) => new File(['GIF89a'], name, { type: 'image/png' });
const known = (index: number) => act(async () => looked[index]?.onload?.());

test('of two files the one chosen last stays, whichever is known first', async () => {
  const { result } = renderHook(() => useMedia());
  void result.current.choose(picture('large.png'));
  await waitFor(() => expect(looked).toHaveLength(1));
  void result.current.choose(picture('small.png'));
  await waitFor(() => expect(looked).toHaveLength(2));
  await known(1);
  await known(0);
  expect(result.current.media?.file.name).toBe('small.png');
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
});

test('a file that is taken out while it is looked at does not come back', async () => {
  const { result } = renderHook(() => useMedia());
  void result.current.choose(picture('large.png'));
  await waitFor(() => expect(looked).toHaveLength(1));
  act(() => result.current.remove());
  await known(0);
  expect(result.current.media).toBeNull();
});

test('a file is what its content says: a text that is called a picture is refused', async () => {
  const { result } = renderHook(() => useMedia());
  await act(
    async () => void (await result.current.choose(new File(['Not a picture'], 'soup.png', { type: 'image/png' }))),
  );
  expect(result.current.problem).toMatch(/cannot be added/);
  expect(looked).toHaveLength(0);
});
