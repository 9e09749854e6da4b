import { describe, expect, it } from '@jest/globals';
import { PARTS, PROOFS, parseOptions } from './options.mts';
import { routesOf, saysUnavailable } from './probes.mts';
import { table } from './table.mts';

describe('options of the fault proof', () => {
  it('stop nothing unless the installation is named', () => {
    expect(() => parseOptions([], {})).toThrow(/say --compose/);
    expect(parseOptions(['--compose'], {})).toMatchObject({
      project: 'inkling',
      only: [...PARTS, ...PROOFS],
      kill: false,
      rate: 40,
      users: 60,
    });
    expect(parseOptions(['--compose', '--only', 'nats,rolling', '--kill', '--project', 'other'], {})).toMatchObject({
      only: ['nats', 'rolling'],
      kill: true,
      project: 'other',
    });
  });

  it.each([
    [['--compose', '--only', 'nats,moon'], /--only takes/],
    [['--compose', '--rate', '0'], /--rate must be/],
    [['--compose', '--users', 'many'], /--users must be/],
    [['--compose', '--what'], /Unknown option/],
  ])('%j is refused in one line', (args, reason) => expect(() => parseOptions(args, {})).toThrow(reason));
});

describe('the absence of a part', () => {
  const ids = { user: 3, poll: 7, media: '/uploads/x.webp' };

  it('is checked with at least one route for each part', () => {
    for (const part of PARTS) expect(routesOf(part, ids).length).toBeGreaterThan(0);
    expect(routesOf('s3', ids)).toEqual(['/uploads/x.webp']);
  });

  it('is a 503 in the shape of the API, in time', () => {
    const body = { message: 'Not now.', code: 'unavailable' };
    expect(saysUnavailable({ status: 503, ms: 40, body })).toBe(true);
    for (const answer of [
      { status: 200, ms: 40, body },
      { status: 503, ms: 40, body: undefined },
      { status: 503, ms: 40, body: { message: 'Not now.' } },
      { status: 503, ms: 60_000, body },
      { status: 0, ms: 40, body },
    ])
      expect(saysUnavailable(answer)).toBe(false);
  });

  it('is printed as a table', () =>
    expect(
      table([
        { part: 'nats', requests: 12 },
        { part: 's3', requests: 1_200 },
      ]),
    ).toBe('| part | requests |\n| ---- | -------- |\n| nats | 12       |\n| s3   | 1200     |'));
});
