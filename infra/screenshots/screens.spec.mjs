import { describe, expect, it } from '@jest/globals';
import { POLLS } from './cast-polls.mts';
import { isTakenIn, LOOKS } from './looks.mts';
import { parseOptions } from './options.mts';
import { SCREENS } from './screens.mts';

describe('screenshots', () => {
  it('gives every screen a file of its own', () => {
    const names = SCREENS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(LOOKS.map(({ name }) => name)).toEqual([
      'phone-light',
      'phone-dark',
      'desktop-light',
      'desktop-dark',
      'tablet-light',
      'tablet-dark',
      'narrow-light',
      'narrow-dark',
    ]);
  });

  it('takes every screen on a phone and a desktop, and in other sizes those that ask for it', () => {
    const sizes = (also) => LOOKS.filter((look) => isTakenIn({ also }, look)).map(({ name }) => name);
    expect(sizes(undefined)).toEqual(['phone-light', 'phone-dark', 'desktop-light', 'desktop-dark']);
    expect(sizes(['narrow']).slice(4)).toEqual(['narrow-light', 'narrow-dark']);
  });

  it('opens only what its cast has', () => {
    const polls = Object.fromEntries(
      [...POLLS.map(({ name }) => name), 'clip', 'tall'].map((name, index) => [name, index + 1]),
    );
    const people = Object.fromEntries(
      ['amara', 'long', 'newcomer', 'unfinished'].map((name, index) => [name, { id: index + 1 }]),
    );
    for (const { name, as, path } of SCREENS) {
      expect(['visitor', ...Object.keys(people)]).toContain(as);
      expect(`${name}: ${path({ people, polls })}`).not.toMatch(/undefined/);
    }
  });

  it('reads what is wanted', () => {
    expect(parseOptions(['--only', 'home, poll', '--url', 'http://localhost:8080/home'])).toMatchObject({
      only: ['home', 'poll'],
      origin: 'http://localhost:8080',
      dataFolder: undefined,
    });
    expect(parseOptions([])).toMatchObject({ only: [], look: '', origin: undefined });
    expect(() => parseOptions(['--url', 'nowhere'])).toThrow('--url must be an address');
    expect(() => parseOptions(['--data', '.data'])).toThrow('--data goes with --url');
    expect(() => parseOptions(['--fast'])).toThrow("Unknown option '--fast'");
  });
});
