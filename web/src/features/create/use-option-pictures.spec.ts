import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { useOptionPictures as UseOptionPictures } from './use-option-pictures';

/** Files kept by an earlier visit; `read` completes reading them. */
let read: (files: (File | null)[]) => void;
const keep = jest.fn();
jest.mock('./draft-media', () => ({
  recoverOptionPictures: () => new Promise((resolve) => (read = resolve)),
  keepOptionPictures: async (_: number, files: (File | null)[]) => keep(files.map((file) => file?.name)),
  forgetOptionPictures: async () => keep([]),
}));
const { useOptionPictures } = jest.requireActual<{ useOptionPictures: typeof UseOptionPictures }>(
  './use-option-pictures',
);

beforeEach(() => {
  keep.mockClear();
  let last = 0;
  URL.createObjectURL = jest.fn(() => `blob:${++last}`);
  URL.revokeObjectURL = jest.fn();
});
afterEach(cleanup);

const picture = (name: string, content = 'GIF89a') => new File([content], name, { type: 'image/gif' });

/** A picture whose first bytes take a while to read, until `ready` is called. */
function slowPicture(name: string) {
  const file = picture(name);
  const { promise, resolve } = Promise.withResolvers<void>();
  const slice = file.slice.bind(file);
  file.slice = (...range) => {
    const part = slice(...range);
    const bytes = part.arrayBuffer.bind(part);
    part.arrayBuffer = () => promise.then(bytes);
    return part;
  };
  return { file, ready: resolve };
}

const begin = (had = false, shows = true) => renderHook(() => useOptionPictures(7, had, shows)).result;
type Result = ReturnType<typeof begin>;
const names = ({ current }: Result) => current.pictures.map((one) => one?.file.name);
/** Chooses slow pictures, does `meanwhile`, and then has them ready, the last one first. */
async function chooseSlowly(result: Result, indexes: readonly number[], meanwhile: () => void) {
  const slow = indexes.map((index, at) => ({ index, ...slowPicture(`slow ${at}`) }));
  await act(async () => {
    const chosen = slow.map(({ index, file }) => result.current.choose(index, file));
    meanwhile();
    for (const [at, { ready }] of [...slow.entries()].toReversed()) {
      ready();
      await chosen[at];
    }
  });
}

test('a choice that is being prepared moves with its option, and goes with it', async () => {
  const result = begin();
  await act(() => result.current.choose(0, picture('first')));
  await chooseSlowly(result, [1], () => result.current.removeOption(0));
  expect(names(result)).toEqual(['slow 0']);
  await chooseSlowly(result, [0], () => result.current.removeOption(0));
  expect(names(result)).toEqual([]);
});

test('a choice that is being prepared does not come back after the draft was discarded', async () => {
  const result = begin();
  await chooseSlowly(result, [0, 1], () => result.current.clear());
  expect([names(result), keep.mock.lastCall]).toEqual([[], [[]]]);
});

test('of two choices for one option the later one stays', async () => {
  const result = begin();
  await chooseSlowly(result, [0, 0], () => undefined);
  expect(names(result)).toEqual(['slow 1']);
});

test('a refused file says so at its option, whatever is chosen for others', async () => {
  const result = begin();
  await act(() => result.current.choose(2, picture('text.gif', 'no picture')));
  await act(() => result.current.choose(0, picture('first')));
  expect(result.current.problems).toEqual([null, null, expect.stringMatching(/^This file cannot be added/)]);
});

test('what is ready only after the page was left has no address that nobody would release', async () => {
  const restored = renderHook(() => useOptionPictures(7, true, true));
  restored.unmount();
  await act(async () => read([picture('kept')]));
  const { result, unmount } = renderHook(() => useOptionPictures(7, false, true));
  const { file, ready } = slowPicture('late');
  const chosen = result.current.choose(0, file);
  unmount();
  ready();
  await chosen;
  expect(URL.createObjectURL).not.toHaveBeenCalled();
});

test('pictures of a draft that gave way to another come back with it, also after a choice', async () => {
  const result = begin(true, false);
  await act(async () => read([picture('kept'), null]));
  expect(names(result)).toEqual([]);
  await act(() => result.current.choose(1, picture('other')));
  expect(keep).toHaveBeenLastCalledWith([undefined, 'other']);
  await act(() => result.current.bringBack());
  expect([names(result), keep.mock.lastCall]).toEqual([['kept', undefined], [['kept', undefined]]]);
});
