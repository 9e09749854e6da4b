import { describe, expect, it } from '@jest/globals';
import { KINDS, parseOptions } from './options.mts';

describe('options of npm run load', () => {
  it('load this computer with a mix by default', () => {
    expect(parseOptions([], {})).toMatchObject({
      kind: 'mixed',
      origin: 'http://localhost:8080',
      durationMs: 30_000,
      vus: 20,
      users: 100,
      dataDir: '.data',
    });
    expect(
      parseOptions(['vote', '--duration', '1m30s', '--vus', '5', '--url', 'http://127.0.0.1:8088/'], {}),
    ).toMatchObject({ kind: 'vote', durationMs: 90_000, vus: 5, origin: 'http://127.0.0.1:8088' });
    for (const kind of Object.keys(KINDS)) expect(parseOptions([kind], {}).kind).toBe(kind);
  });

  it('have a person for every virtual user, and polls for the votes that may come', () => {
    expect(parseOptions(['browse', '--vus', '150'], {})).toMatchObject({ users: 150, polls: 20 });
    const { users, polls, durationMs } = parseOptions(['vote', '--duration', '10s'], {});
    expect(users * polls).toBeGreaterThanOrEqual((5_000 * durationMs) / 1_000);
  });

  it('load another computer only when that is said', () => {
    for (const url of [
      'https://polls.example.org',
      'http://10.0.0.7:8080',
      'http://127.0.0.1.example.org',
      'http://localhost.example.org',
    ])
      expect(() => parseOptions(['--url', url], {})).toThrow(/another computer/);
    expect(parseOptions(['--url', 'https://polls.example.org', '--yes-load-this-host'], {}).origin).toBe(
      'https://polls.example.org',
    );
    expect(parseOptions(['--url', 'http://[::1]:8080'], {}).origin).toBe('http://[::1]:8080');
  });

  it.each([
    [['storm'], /no kind of load/],
    [['vote', 'browse'], /no kind of load/],
    [['--duration', '30'], /--duration/],
    [['--duration', '0s'], /--duration/],
    [['--duration', '25h'], /--duration/],
    [['--vus', '0'], /--vus must be/],
    [['--vus', '1.5'], /--vus must be/],
    [['--vus', '50', '--users', '20'], /at least 50/],
    [['--url', 'ftp://localhost'], /must be an origin/],
    [['--url', 'http://localhost:8080/api'], /must be an origin/],
    [['--what'], /Unknown option/],
  ])('%j is refused in one line', (args, reason) => expect(() => parseOptions(args, {})).toThrow(reason));
});
