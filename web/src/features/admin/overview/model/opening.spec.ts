import { expect, test } from '@jest/globals';
import type { ServerConfig } from '@inkling/contracts';
import { openingOf, type OpeningFacts } from './opening';

type Config = OpeningFacts['config'];
const fresh: Config = {
  features: { google: false, push: true, insights: true, media: true, mail: false, passkeys: true },
  links: { privacy: null, terms: null, source: null },
  operator: { name: null, email: null, social: [] },
  instance: { pages: [] } as unknown as NonNullable<ServerConfig['instance']>,
};
const steps = (config: Partial<Config> = {}, facts: Partial<OpeningFacts> = {}) =>
  openingOf({ config: { ...fresh, ...config }, staff: 1, isProtected: false, ...facts });

test('nothing is done on a fresh instance', () => {
  expect(new Set(Object.values(steps()))).toEqual(new Set([false]));
});

test('each step is done by what it names, wherever it was set', () => {
  expect(steps({ features: { ...fresh.features, mail: true } }).mail).toBe(true);
  expect(steps({}, { isProtected: true }).protection).toBe(true);
  expect(steps({}, { staff: 2 }).people).toBe(true);
  expect(steps({ operator: { ...fresh.operator, name: 'Harbour Polls' } }).name).toBe(false);
  expect(steps({ operator: { name: 'Harbour Polls', email: 'a@b.example', social: [] } }).name).toBe(true);
  const pages = (...kinds: string[]) => ({ instance: { pages: kinds } as unknown as Config['instance'] });
  expect(steps(pages('rules', 'terms'))).toMatchObject({ rules: true, pages: false });
  expect(steps({ ...pages('terms'), links: { ...fresh.links, privacy: 'https://b.example/privacy' } }).pages).toBe(
    true,
  );
});

test('what cannot be known is neither done nor to do', () => {
  expect(steps({ instance: undefined }, { staff: null })).toMatchObject({ people: null, rules: null });
});
