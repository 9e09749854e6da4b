import { afterAll, describe, it, jest } from '@jest/globals';

/** Under this name, specs find the function that takes what is to be done after the last file of their group. */
const AFTER_GROUP = Symbol.for('inkling.after-group');

/**
 * Declares the tests of several spec files, each file's below its name, so that its hooks run for it alone.
 * @param specs name of a file, and what evaluates it
 */
export function declareSpecs(specs: readonly (readonly [name: string, load: () => unknown])[]): void {
  const endings: (() => Promise<void>)[] = [];
  Object.assign(globalThis, { [AFTER_GROUP]: (end: () => Promise<void>) => endings.push(end) });
  afterAll(async () => {
    for (const end of endings) await end();
  }, 60_000);
  for (const [name, load] of specs)
    describe(`${name}`, () => {
      try {
        load();
      } catch (error) {
        it('can be loaded', () => {
          throw error;
        });
      }
      // When Jest runs a file alone, it begins without the mocks of others.
      afterAll(() => {
        jest.useRealTimers();
        jest.restoreAllMocks();
      });
    });
}
