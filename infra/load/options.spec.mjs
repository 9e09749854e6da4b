import { describe, expect, it } from '@jest/globals';
import { parseOptions } from './options.mts';

describe('options of the benchmarks', () => {
  it('run the comparison, and the others only by name', () => {
    expect(parseOptions([]).benchmarks).toEqual(['comparison']);
    expect(parseOptions(['--only', 'scale'])).toMatchObject({
      benchmarks: ['scale'],
      sizes: [1_000, 100_000, 1_000_000],
    });
    expect(parseOptions(['--only', 'sockets,http-page'])).toMatchObject({
      benchmarks: ['comparison', 'sockets'],
      only: ['http-page'],
      sockets: 10_000,
    });
    expect(parseOptions(['--only', 'scale', '--sizes', '500,5000'])).toMatchObject({ sizes: [500, 5_000] });
    expect(parseOptions(['--against', '.']).benchmarks).toEqual(['against']);
  });

  it.each([
    [['--only', 'http-hot-64,typo'], /--only takes/],
    [['--sizes', '1000'], /ascending/],
    [['--sizes', '5000,1000'], /ascending/],
    [['--sizes', '5,1000'], /from 200 on/],
    [['--sizes', '1000,many'], /--sizes must be a whole number/],
    [['--sockets', '0'], /--sockets must be/],
    [['--sockets', '1e9'], /--sockets must be/],
    [['--only', 'scale,sockets', '--json', 'figures.json'], /one benchmark/],
    [['--against', 'nowhere'], /there is no/],
    [['--against', '.', '--only', 'pg-page'], /With --against/],
    [['--what'], /Unknown option/],
  ])('%j is refused in one line', (args, reason) => expect(() => parseOptions(args)).toThrow(reason));
});
