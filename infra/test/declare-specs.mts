import { afterAll, describe, it, jest } from '@jest/globals';

/**
 * Declares the tests of several spec files, each file's below its name, so that its hooks run for it alone.
 * @param specs name of a file, and what evaluates it
 */
export function declareSpecs(specs: readonly (readonly [name: string, load: () => unknown])[]): void {
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
