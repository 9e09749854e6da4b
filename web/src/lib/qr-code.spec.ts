import { expect, test } from '@jest/globals';
import { encode } from 'uqr';
import { qrCode, qrSvg } from './qr-code';

/** Draws the path back into modules. */
function modulesOf(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let step = 0; step < Number(length); step += 1) modules[Number(y)]![Number(x) + step] = true;
  }
  return modules;
}

test('the code has every dark module of the text, and four light ones around it', () => {
  const address = 'https://polls.example.org/poll/4711';
  const { size, path } = qrCode(address);
  const { data, size: bare } = encode(address, { ecc: 'Q', border: 0 });
  expect(size).toBe(bare + 8);
  const modules = modulesOf(path, size);
  expect(modules.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(data);
  const quiet = modules.flatMap((row, y) => row.filter((_, x) => Math.min(x, y, size - 1 - x, size - 1 - y) < 4));
  expect(quiet).not.toContain(true);
});

test('the saved code is black on white', () => {
  expect(qrSvg(qrCode('x'))).toMatch(
    /^<svg .*<rect width="\d+" height="\d+" fill="#FFFFFF"\/><path fill="#000000" d="M/,
  );
});
